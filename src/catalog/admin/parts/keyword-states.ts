/** Labels for the states of a keyword list. */
export const keywordListStateLabels = { uploaded: 'To be applied', running: 'Being applied', done: 'Applied' } as const
