/** The id of the server that this instance runs on, the only one so far; grants name it. */
export const THIS_SERVER = "srv_local";
