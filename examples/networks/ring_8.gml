# The ring of ring_8.toml.
graph [
  name "ring of 8"
  directed 0
  node [ id 0 ]
  node [ id 1 ]
  node [ id 2 ]
  node [ id 3 ]
  node [ id 4 ]
  node [ id 5 ]
  node [ id 6 ]
  node [ id 7 ]
  edge [ source 0 target 1 sourceport "right" targetport "left" ]
  edge [ source 1 target 2 sourceport "right" targetport "left" ]
  edge [ source 2 target 3 sourceport "right" targetport "left" ]
  edge [ source 3 target 4 sourceport "right" targetport "left" ]
  edge [ source 4 target 5 sourceport "right" targetport "left" ]
  edge [ source 5 target 6 sourceport "right" targetport "left" ]
  edge [ source 6 target 7 sourceport "right" targetport "left" ]
  edge [ source 7 target 0 sourceport "right" targetport "left" kind "wrap" ]
]
