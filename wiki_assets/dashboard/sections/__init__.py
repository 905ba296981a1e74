"""The sections of the page, one module for each thing that a reader comes for. Every one is a pure function from facts to markup."""
