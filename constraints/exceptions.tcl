# Paths of @{ top }@ that are false, beside its clock: read this file too.
# @{ node }@ is sampled while rst is 1 and nowhere else. True if it is constant, or settled a clock before rst falls.
set_false_path -from [get_ports {@{ node }@[*]}]
