/** The version of the program, as the command line prints it and nodes report it. */
export const version = "1.0.0"
