/** Length limits of a browser's error report. */
export const MAX_MESSAGE_LENGTH = 500
export const MAX_STACK_LENGTH = 4_000
export const MAX_PATH_LENGTH = 500
