/** The page of one keyword list: its lines, errors and progress. */
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { applyKeywordList, getKeywordList, type KeywordListDetails } from '../keywords-contract.ts'
import { keywordListStateLabels } from '../parts/keyword-states.ts'
import type { Route } from './+types/keyword-list'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './keywords.module.css'

const POLL_INTERVAL_MS = 1_000

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.file_name : 'Keywords', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, getKeywordList, { params: { id: args.params.id } })).data

export default function KeywordListPage({ loaderData: list }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const { id, file_name, state, mode, lines, lines_count, errors, lines_done, changed } = list
  useEffect(() => {
    if (state !== 'running') return
    const timer = setTimeout(() => void revalidate(), POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [state, lines_done, list, revalidate])
  const apply = async () => {
    setBusy(true)
    try {
      await call(applyKeywordList, { params: { id: String(id) } })
      await revalidate()
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className={page.person}>
      <Link to="/admin/keywords" className={page.back}>
        <ArrowLeft aria-hidden />
        Keywords
      </Link>
      <header className={page.head}>
        <h1>{file_name}</h1>
        <p>{keywordListStateLabels[state]}</p>
        {state === 'uploaded' && lines_count > 0 && (
          <p className={adminPage.ways}>
            <Button kind="primary" busy={isBusy && 'Starting…'} onClick={() => void apply()}>
              Apply to {lines_count === 1 ? '1 clip' : `${lines_count.toLocaleString('en-US')} clips`}
            </Button>
          </p>
        )}
      </header>
      {state !== 'uploaded' && (
        <p role="status">
          <progress className={css.progress} max={lines_count} value={lines_done} aria-label="Applied rows" />
          <br />
          {lines_done.toLocaleString('en-US')} of {lines_count.toLocaleString('en-US')} rows,{' '}
          {changed.toLocaleString('en-US')} {changed === 1 ? 'clip' : 'clips'} changed.
        </p>
      )}
      {errors.length > 0 && (
        <section aria-labelledby="errors">
          <h2 id="errors">
            {errors.length === 1 ? '1 row is' : `${errors.length.toLocaleString('en-US')} rows are`} skipped
          </h2>
          <div className={adminPage.scroll}>
            <table className={adminPage.table}>
              <thead>
                <tr>
                  <th scope="col">Row</th>
                  <th scope="col">Why</th>
                </tr>
              </thead>
              <tbody>
                {errors.map(({ line, text }) => (
                  <tr key={`${line} ${text}`}>
                    <td className="mono">{line}</td>
                    <td>{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <KeywordLines lines={lines} total={lines_count} mode={mode} />
    </article>
  )
}

type KeywordLinesProps = { lines: KeywordListDetails['lines']; total: number; mode: KeywordListDetails['mode'] }

const KeywordLines = ({ lines, total, mode }: KeywordLinesProps) => (
  <section aria-labelledby="lines">
    <h2 id="lines">
      {mode === 'add' ? 'Keywords to add' : 'Replacement keywords'}
      {total > lines.length && `, the first ${lines.length}`}
    </h2>
    {lines.length === 0 ? (
      <p className={page.none}>No row can be applied.</p>
    ) : (
      <div className={adminPage.scroll}>
        <table className={adminPage.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Clip</th>
              <th scope="col">Keywords</th>
              <th scope="col">Current keywords</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, clip_id, clip, keywords, now }) => (
              <tr key={line}>
                <td className="mono">{line}</td>
                <td data-label="Clip">
                  <Link to={`/admin/catalog/${clip_id}`}>{clip}</Link>
                </td>
                <td data-label="Keywords">{keywords.join(', ')}</td>
                <td data-label="Current keywords" className={adminPage.soft}>
                  {now.join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
