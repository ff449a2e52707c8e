"""The thin async shell: sockets, REST, and the task of each table."""
