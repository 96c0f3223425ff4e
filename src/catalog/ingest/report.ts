/** What a batch came to, in lines for the person who asked for it. */
import type { FileOutcome } from './batch.server.ts'
import { duration } from './progress.ts'
import { printable } from './words.ts'

export type Ended = { file: string; outcome: FileOutcome; publish: boolean }

/** "in review as clip 12", "refused: …" */
export const outcomeText = ({ outcome, publish }: Omit<Ended, 'file'>): string => {
  switch (outcome.outcome) {
    case 'taken':
      return `${publish ? 'published' : 'in review'} as clip ${outcome.clip_id}`
    case 'there':
      return `in the shop already, as clip ${outcome.clip_id}`
    case 'revised':
      return `described anew, clip ${outcome.clip_id} in review`
    case 'published':
      return `published, clip ${outcome.clip_id}`
    case 'queued':
      return 'handed to the workers'
    default:
      return `${outcome.outcome}: ${outcome.reason}`
  }
}

const kinds: readonly [name: string, is: (one: Ended) => boolean][] = [
  ['published', ({ outcome, publish }) => outcome.outcome === 'published' || (outcome.outcome === 'taken' && publish)],
  ['in review', ({ outcome, publish }) => outcome.outcome === 'taken' && !publish],
  ['described anew', ({ outcome }) => outcome.outcome === 'revised'],
  ['handed to the workers', ({ outcome }) => outcome.outcome === 'queued'],
  ['in the shop already', ({ outcome }) => outcome.outcome === 'there'],
  ['refused', ({ outcome }) => outcome.outcome === 'refused'],
  ['failed', ({ outcome }) => outcome.outcome === 'failed'],
]

const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? ['', title, ...lines.map(line => `  ${line}`)] : []

const because = (ended: readonly Ended[], what: 'refused' | 'failed') =>
  ended.flatMap(({ file, outcome }) => (outcome.outcome === what ? [`${printable(file)}: ${outcome.reason}`] : []))

export const isGood = (ended: readonly Ended[]): boolean =>
  ended.every(({ outcome }) => outcome.outcome !== 'refused' && outcome.outcome !== 'failed')

type Frame = { elapsed_ms: number; left_alone: number; not_begun: number }

export const reportLines = (ended: readonly Ended[], { elapsed_ms, left_alone, not_begun }: Frame): string[] => {
  const counts = kinds
    .map(([name, is]) => [ended.filter(is).length, name] as const)
    .filter(([n]) => n > 0)
    .map(([n, name]) => `${n} ${name}`)
  const files = `${ended.length} ${ended.length === 1 ? 'file' : 'files'} in ${duration(elapsed_ms)}`
  const noted = ended.flatMap(({ file, outcome }) =>
    outcome.outcome === 'taken'
      ? outcome.notes.map(note => `${printable(file)}, clip ${outcome.clip_id}: ${note}`)
      : [],
  )
  return [
    `${files}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...(left_alone > 0 ? [`${left_alone} other ${left_alone === 1 ? 'file was' : 'files were'} left alone.`] : []),
    ...section('Refused:', because(ended, 'refused')),
    ...section('Failed, though not by the file: try again later.', because(ended, 'failed')),
    ...section('Worth a look:', noted),
    ...(not_begun > 0 ? ['', `Stopped with ${not_begun} to go: the same command goes on from there.`] : []),
  ]
}
