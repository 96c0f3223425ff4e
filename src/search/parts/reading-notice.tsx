/** Says how the search understood the text, where that isn't plain from the results, and offers the other ways to take it. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { TextReading } from '#catalog/contract.ts'
import { browsePath, MAX_QUERY_LENGTH, type BrowseQuery } from '#catalog/filters.ts'

import styles from './reading-notice.module.css'

type ReadingNoticeProps = { browse: BrowseQuery; reading: TextReading }

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns the text with some words replaced. */
const replaceWords = (q: string, corrections: TextReading['corrections']): string =>
  corrections.reduce(
    (text, { typed, corrected }) =>
      text.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${escapePattern(typed)}(?![\p{L}\p{N}])`, 'iu'), corrected),
    q,
  )

const quoteList = (words: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    words.map(word => (word.startsWith('“') ? word : `“${word}”`)),
  )

export const ReadingNotice = ({ browse, reading }: ReadingNoticeProps) => {
  const { filters, unavailable, corrections, suggestions, unknown, words, translations, concepts, direct } = reading
  const exact = <Link to={browsePath({ ...browse, exact: true, page: 1 })}>Search for exactly these words</Link>
  const lines: ReactNode[] = []
  if (corrections.length > 0)
    lines.push(
      <>
        Showing results for <b>{replaceWords(browse.q, corrections)}</b>.{' '}
        <Link to={browsePath({ ...browse, exact: true, page: 1 })}>Search instead for {browse.q}</Link>
      </>,
    )
  if (direct) lines.push(<Link to={direct.path}>{direct.label}</Link>)
  if (translations.length > 0)
    lines.push(
      <>
        {translations.map(({ text, english }) => `${text} = ${english}`).join(', ')}. {exact}
      </>,
    )
  for (const { word, words: synonyms } of concepts)
    lines.push(
      <>
        For “{word}” we also searched for {new Intl.ListFormat('en-US').format(synonyms)}.
      </>,
    )
  const suggested = replaceWords(browse.q, suggestions)
  if (suggested !== browse.q)
    lines.push(
      <>
        Did you mean <Link to={browsePath({ ...browse, q: suggested, page: 1 })}>{suggested}</Link>?
      </>,
    )
  if (unknown.length > 0 && !reading.is_empty) lines.push(<>No clip mentions {quoteList(unknown)}.</>)
  for (const { label, best } of unavailable)
    lines.push(
      <>
        No {label} yet{best === null ? '' : `: these clips are up to ${best}`}.
      </>,
    )
  if (corrections.length + translations.length === 0 && (filters.length > 0 || unavailable.length > 0))
    lines.push(
      <>
        {filters.length > 0 && (
          <>Some of your words became filters{words === '' ? '' : <>, the rest is “{words}”</>}. </>
        )}
        {exact}
      </>,
    )
  if (browse.exact)
    lines.push(
      <>
        Searching for exactly these words.{' '}
        <Link to={browsePath({ ...browse, exact: false, page: 1 })}>Read filters from them</Link>
      </>,
    )
  if (browse.q.length === MAX_QUERY_LENGTH) lines.push(<>Only the first {MAX_QUERY_LENGTH} characters were searched.</>)
  if (lines.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      {lines.map((line, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have no state
        <p key={i}>{line}</p>
      ))}
    </div>
  )
}
