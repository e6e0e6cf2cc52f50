"""Theory that several systems share, one family each: what their files build on, and what theorems about them use."""
