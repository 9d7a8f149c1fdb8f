from ._call import run
__all__=["simulate","topology","deadlock"]
def simulate(network, **f): return run("simulate", ["network"], {"network":network, **f})
def topology(network, **f): return run("topology", ["network"], {"network":network, **f})
def deadlock(network, **f): return run("deadlock", ["network"], {"network":network, **f})
