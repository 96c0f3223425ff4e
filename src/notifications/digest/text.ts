/** Text formatting of digests. */

/** "1 clip", "4 clips" */
export const formatCount = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`

/** "Mara, Jonas, and Ines" */
export const formatList = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)
