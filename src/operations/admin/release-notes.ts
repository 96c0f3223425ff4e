/** Reads the changelog: releases with notes, newest first. */
export type ReleaseNote = { area: string; text: string }
export type Release = { title: string; notes: ReleaseNote[] }

const NOTE = /^- (?:\*\*(?<area>[^*]+)\*\*: )?(?<text>.+)$/

export const parseChangelog = (markdown: string): Release[] => {
  const releases: Release[] = []
  for (const line of markdown.split('\n')) {
    const [, title] = /^## (.+)$/.exec(line) ?? []
    if (title !== undefined) releases.push({ title, notes: [] })
    const { area = '', text } = NOTE.exec(line)?.groups ?? {}
    if (text !== undefined) releases.at(-1)?.notes.push({ area, text })
  }
  return releases
}
