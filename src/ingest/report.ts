/** Formats the results of a batch as lines for the terminal. */
import type { FileOutcome } from './batch.server.ts'
import { toPrintable } from './metadata.ts'
import { formatElapsed } from './progress.ts'

export type FileReport = { file: string; outcome: FileOutcome; publish: boolean }

/** "in review as clip 12", "refused: …" */
export const formatOutcome = ({ outcome, publish }: Omit<FileReport, 'file'>): string => {
  switch (outcome.outcome) {
    case 'ingested':
      return `${publish ? 'published' : 'in review'} as clip ${outcome.clip_id}`
    case 'there':
      return `in the shop already, as clip ${outcome.clip_id}`
    case 'revised':
      return `updated, clip ${outcome.clip_id} in review`
    case 'published':
      return `published, clip ${outcome.clip_id}`
    case 'queued':
      return 'queued'
    default:
      return `${outcome.outcome}: ${outcome.reason}`
  }
}

export const isPublished = ({ outcome, publish }: FileReport): boolean =>
  outcome.outcome === 'published' || (outcome.outcome === 'ingested' && publish)

const outcomeKinds: readonly [name: string, is: (report: FileReport) => boolean][] = [
  ['published', isPublished],
  ['in review', ({ outcome, publish }) => outcome.outcome === 'ingested' && !publish],
  ['updated', ({ outcome }) => outcome.outcome === 'revised'],
  ['queued', ({ outcome }) => outcome.outcome === 'queued'],
  ['in the shop already', ({ outcome }) => outcome.outcome === 'there'],
  ['refused', ({ outcome }) => outcome.outcome === 'refused'],
  ['failed', ({ outcome }) => outcome.outcome === 'failed'],
]

const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? ['', title, ...lines.map(line => `  ${line}`)] : []

const reasonsFor = (reports: readonly FileReport[], outcomeName: 'refused' | 'failed') =>
  reports.flatMap(({ file, outcome }) =>
    outcome.outcome === outcomeName ? [`${toPrintable(file)}: ${outcome.reason}`] : [],
  )

export const allSucceeded = (reports: readonly FileReport[]): boolean =>
  reports.every(({ outcome }) => outcome.outcome !== 'refused' && outcome.outcome !== 'failed')

type BatchSummary = { elapsed_ms: number; left_alone: number; not_begun: number }

export const formatReport = (
  reports: readonly FileReport[],
  { elapsed_ms, left_alone, not_begun }: BatchSummary,
): string[] => {
  const counts = outcomeKinds
    .map(([name, matches]) => [reports.filter(matches).length, name] as const)
    .filter(([n]) => n > 0)
    .map(([n, name]) => `${n} ${name}`)
  const files = `${reports.length} ${reports.length === 1 ? 'file' : 'files'} in ${formatElapsed(elapsed_ms)}`
  const notes = reports.flatMap(({ file, outcome }) =>
    outcome.outcome === 'ingested'
      ? outcome.notes.map(note => `${toPrintable(file)}, clip ${outcome.clip_id}: ${note}`)
      : [],
  )
  return [
    `${files}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...(left_alone > 0 ? [`${left_alone} other ${left_alone === 1 ? 'file was' : 'files were'} left alone.`] : []),
    ...section('Refused:', reasonsFor(reports, 'refused')),
    ...section('Failed for another reason than the file: try again later.', reasonsFor(reports, 'failed')),
    ...section('Worth a look:', notes),
    ...(not_begun > 0 ? ['', `Stopped with ${not_begun} to go: run the same command to continue.`] : []),
  ]
}
