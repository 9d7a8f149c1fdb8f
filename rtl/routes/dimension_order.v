//## Part of routes in tori and meshes: the first dimension in which there is a way to go.
//# for d in dims
//# if loop.first
  wire along_${ d.name } = ${ d.name }_differs${ " & (FROM <= " ~ d.minus ~ ")" if not loop.last }${ " & (FROM == 0)" if one_hop is defined and one_hop };
//# else
  wire along_${ d.name } = ${ d.name }_differs & ${ d.before }${ " & (FROM <= " ~ d.minus ~ ")" if not loop.last };
//# endif
//# endfor

  assign port = {
//# for d in dims | reverse
    along_${ d.name } & ~${ d.name }_plus, along_${ d.name } & ${ d.name }_plus,
//# endfor
    ${ none_along }
  };
