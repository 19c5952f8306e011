"""Runs a command in a terminal of so many columns and rows: in-terminal.py COLUMNS ROWS COMMAND...

What is written here is typed there. SIGTERM kills the command, which has no time to tidy up.
"""
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

columns, rows = int(sys.argv[1]), int(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[3], sys.argv[3:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
sources = [0, terminal]
while True:
    ready, _, _ = select.select(sources, [], [])
    if terminal in ready:
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            break
        if not shown:
            break
        os.write(1, shown)
    if 0 in ready:
        typed = os.read(0, 65536)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
_, status = os.waitpid(child, 0)
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
