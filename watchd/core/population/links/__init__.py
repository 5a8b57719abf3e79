"""How an agent judges the links of a page: inputs, net, selector, and the scorer that a profile learns."""
