"""Labs: what a student is handed, and how the record that comes back is checked."""
