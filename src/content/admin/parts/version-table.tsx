/** The versions of a page, what differs between two of them, and the withdrawal of one that is yet to come. */
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { useCall } from '#platform/http/query.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useToast } from '#ui/toast.tsx'

import {
  compareContent,
  getContentSource,
  withdrawContentVersion,
  type ContentDifference,
  type StaffContentPage,
} from '../contract.ts'
import { versionStateLabels } from './content-labels.ts'
import { DocumentPreview } from './document-preview.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './content-editor.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const VersionTable = ({ content }: { content: StaffContentPage }) => {
  const { slug, versions, draft, is_built_in } = content
  const [openVersion, setOpenVersion] = useState<string>()
  const [withdrawn, setWithdrawn] = useState<number>()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const names = [
    ...(draft ? [['draft', 'Draft'] as const] : []),
    ...versions.map(({ number }) => [String(number), `Version ${number}`] as const),
    ...(is_built_in ? [['default', 'Default text'] as const] : []),
  ]
  if (versions.length === 0 && names.length < 2) return null
  return (
    <section aria-labelledby="versions" className={css.versions}>
      <h2 id="versions">Versions</h2>
      {versions.length > 0 && (
        <div className={adminPage.scroll}>
          <table className={adminPage.table}>
            <caption className="visually-hidden">Versions</caption>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">State</th>
                <th scope="col">Takes effect</th>
                <th scope="col">What changed</th>
                <th scope="col">Published</th>
                <th scope="col">Text</th>
              </tr>
            </thead>
            <tbody>
              {versions.map(({ number, state, note, effective_from, published_at, published_by }) => (
                <tr key={number}>
                  <td className="mono">{number}</td>
                  <td data-label="State" className={adminPage.state} data-tone={versionStateLabels[state].tone}>
                    {versionStateLabels[state].label}
                  </td>
                  <td data-label="Takes effect" className="mono">
                    {formatDateTime(effective_from)}
                  </td>
                  <td data-label="What changed">{note}</td>
                  <td data-label="Published">
                    <span className="mono">{formatDateTime(published_at)}</span> {published_by}
                  </td>
                  <td data-label="Text">
                    <span className={adminPage.end}>
                      <Button
                        size="sm"
                        kind="quiet"
                        aria-label={`Read version ${number}`}
                        aria-expanded={openVersion === String(number)}
                        onClick={() => setOpenVersion(openVersion === String(number) ? undefined : String(number))}
                      >
                        Read
                      </Button>
                      {state === 'scheduled' && (
                        <Button
                          size="sm"
                          kind="danger"
                          aria-label={`Withdraw version ${number}`}
                          onClick={() => setWithdrawn(number)}
                        >
                          Withdraw
                        </Button>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {openVersion !== undefined && <VersionText slug={slug} name={openVersion} />}
      {names.length > 1 && <Comparison key={`${slug} ${names.length}`} slug={slug} names={names} />}
      <Suspense>
        {withdrawn !== undefined && (
          <ReasonDialog
            title={`Withdraw version ${withdrawn}`}
            what="It doesn’t take effect. Its text becomes the draft, unless there is one."
            confirm="Withdraw it"
            busy="Withdrawing…"
            danger
            onClose={() => setWithdrawn(undefined)}
            onConfirm={async reason => {
              const params = { slug, number: String(withdrawn) }
              await call(withdrawContentVersion, { params, body: { reason } })
              await revalidate()
              toast(`Version ${withdrawn} is withdrawn.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

const VersionText = ({ slug, name }: { slug: string; name: string }) => {
  const { data, error } = useCall(getContentSource, { params: { slug, name } })
  if (error) return <Banner kind="danger">{toUserMessage(error, 'The text couldn’t be loaded.')}</Banner>
  return data ? <DocumentPreview preview={{ ...data.data, problems: [] }} /> : <Spinner label="Loading the text" />
}

type ComparisonProps = { slug: string; names: readonly (readonly [name: string, label: string])[] }

const Comparison = ({ slug, names }: ComparisonProps) => {
  const [to, setTo] = useState(names[0]?.[0] ?? '')
  const [from, setFrom] = useState(names[1]?.[0] ?? '')
  const { data, error } = useCall(compareContent, { params: { slug }, query: { from, to } })
  const options = names.map(([name, label]) => (
    <option key={name} value={name}>
      {label}
    </option>
  ))
  return (
    <>
      <div className={adminPage.fields}>
        <SelectField dense label="Compare" value={from} onChange={({ target }) => setFrom(target.value)}>
          {options}
        </SelectField>
        <SelectField dense label="With" value={to} onChange={({ target }) => setTo(target.value)}>
          {options}
        </SelectField>
      </div>
      {error ? (
        <Banner kind="danger">{toUserMessage(error, 'The comparison couldn’t be loaded.')}</Banner>
      ) : data ? (
        <Differences differences={data.data} />
      ) : (
        <Spinner label="Comparing" />
      )}
    </>
  )
}

/** How much unchanged text is shown beside a change. */
const CONTEXT_LENGTH = 160

const Differences = ({ differences }: { differences: readonly ContentDifference[] }) => {
  if (differences.every(({ kind }) => kind === 'same')) return <p className={adminPage.soft}>They are the same.</p>
  return (
    <div className={css.difference}>
      {differences.map(({ kind, text }, index) =>
        kind === 'added' ? (
          <ins key={index}>{text}</ins>
        ) : kind === 'removed' ? (
          <del key={index}>{text}</del>
        ) : text.length > 3 * CONTEXT_LENGTH ? (
          <span key={index}>
            {index > 0 && text.slice(0, CONTEXT_LENGTH)}
            <span className={css.skipped}> … </span>
            {index < differences.length - 1 && text.slice(-CONTEXT_LENGTH)}
          </span>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </div>
  )
}
