/** Labels for the states of a keyword list. */
export const keywordListStateLabels = { read: 'To be applied', running: 'Being applied', done: 'Applied' } as const
