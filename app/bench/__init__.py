"""`conclave bench`: how fast the house is, through its front door: real processes, real HTTP, real sockets.

`house` is the server that is measured, `browser` a guest, `table` four guests who play, `measure` the figures.
"""
