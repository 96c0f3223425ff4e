/** Where a table of keywords stands. */
export const keywordStates = { read: 'To be applied', running: 'Being applied', done: 'Applied' } as const
