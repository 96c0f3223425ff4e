/** How long what a browser says of an error may be: enough to find the mistake. */
export const most_message = 500
export const most_stack = 4_000
export const most_path = 500
