/** Keyword lists: all of them on the left, one of them or a new one on the right. */
import { useState } from 'react'
import { NavLink, Outlet, useMatch, useNavigate } from 'react-router'

import { formatBytes } from '#platform/bytes.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { FileField } from '#ui/file-field.tsx'
import { SelectField } from '#ui/select.tsx'

import { MAX_CSV_BYTES, listKeywordLists, uploadKeywordList } from '../keywords-contract.ts'
import { keywordListStateLabels } from '../parts/keyword-states.ts'
import type { Route } from './+types/keywords'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'
import css from './keywords.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Keywords', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listKeywordLists, {})).data

export default function KeywordsPage({ loaderData: lists }: Route.ComponentProps) {
  const isIndex = useMatch('/admin/keywords') !== null
  return (
    <div className={listPage.layout} data-chosen={!isIndex || lists.length === 0 || undefined}>
      <section className={cx(listPage.side, css.side)} aria-label="Uploaded tables">
        <p className={css.head}>
          <span>{lists.length === 0 ? 'No table has been uploaded yet.' : 'Uploaded tables'}</span>
          <ButtonLink to="/admin/keywords" size="sm" kind="primary">
            New
          </ButtonLink>
        </p>
        <ul className={listPage.list}>
          {lists.map(({ id, file_name, state, created_at, lines_count, errors_count }) => (
            <li key={id}>
              <NavLink to={`/admin/keywords/${id}`} className={listPage.row}>
                <span className={listPage.name}>{file_name}</span>
                <span className={listPage.state} data-tone={state === 'done' ? 'good' : undefined}>
                  {keywordListStateLabels[state]}
                </span>
                <span className={listPage.under}>
                  {lines_count} {lines_count === 1 ? 'row' : 'rows'}
                  {errors_count > 0 && `, ${errors_count} skipped`}
                </span>
                <span className={cx('mono', listPage.end)}>{formatDateTime(created_at)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
        {isIndex && <UploadForm isShort />}
      </section>
      <section className={listPage.main} aria-label="Table of keywords">
        {isIndex && <UploadForm />}
        <Outlet />
      </section>
    </div>
  )
}

/** On a small screen the form is below the list. */
const UploadForm = ({ isShort }: { isShort?: boolean }) => {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [mode, setMode] = useState<'add' | 'replace'>('add')
  const [uploadError, setUploadError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const upload = async () => {
    if (!file) return setUploadError('Choose a table.')
    if (file.size > MAX_CSV_BYTES) return setUploadError('The table is larger than 4 MB. Please split it.')
    setBusy(true)
    try {
      const csv = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      const { data } = await call(uploadKeywordList, { body: { csv, mode, file_name: file.name.slice(0, 200) } })
      await navigate(`/admin/keywords/${data.id}`)
    } catch (error) {
      setUploadError(
        error instanceof TypeError && file
          ? 'The table is not UTF-8. Save it as “CSV UTF-8” in your spreadsheet.'
          : toUserMessage(error, 'Something went wrong.'),
      )
      setBusy(false)
    }
  }
  return (
    <div className={cx(page.person, isShort && css.short)}>
      <header className={page.head}>
        <h1>Keywords from a table</h1>
      </header>
      <p className={adminPage.note}>
        A CSV with a row for each clip: its id, URL or slug in the first cell, its keywords in the others. You see the
        changes and any errors before anything is applied.
      </p>
      <div className={adminPage.fields}>
        <FileField
          label="Table"
          noun="table"
          accept=".csv,text/csv,text/plain"
          className={adminPage.wide}
          chosen={file && { name: file.name, about: formatBytes(file.size) }}
          hint="CSV, up to 4 MB and 10,000 rows."
          error={uploadError}
          onChoose={selected => {
            setFile(selected)
            setUploadError(undefined)
          }}
        />
        <SelectField
          dense
          label="Mode"
          value={mode}
          onChange={({ currentTarget }) => setMode(currentTarget.value === 'replace' ? 'replace' : 'add')}
        >
          <option value="add">Add keywords</option>
          <option value="replace">Replace keywords</option>
        </SelectField>
      </div>
      <p className={adminPage.end}>
        <Button kind="primary" busy={isBusy && 'Reading…'} onClick={() => void upload()}>
          Upload
        </Button>
      </p>
    </div>
  )
}
