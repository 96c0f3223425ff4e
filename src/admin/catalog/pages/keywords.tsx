/** Tables of keywords: those that were sent on the left, one of them or a new one on the right. */
import { useState } from 'react'
import { NavLink, Outlet, useMatch, useNavigate } from 'react-router'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { FileField } from '#ui/file-field.tsx'
import { SelectField } from '#ui/select.tsx'
import { sizeWords } from '#uploads/limits.ts'

import { momentOf } from '../../parts/moment.ts'
import { largest_csv_bytes, listKeywordLists, sendKeywordList } from '../keywords-contract.ts'
import { keywordStates } from '../parts/keyword-states.ts'
import type { Route } from './+types/keywords'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import room from '../../parts/room.module.css'
import css from './keywords.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Keywords', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await pageCall(args, listKeywordLists, {})).data

export default function Keywords({ loaderData: lists }: Route.ComponentProps) {
  const isAlone = useMatch('/admin/keywords') !== null
  return (
    <div className={room.room} data-chosen={!isAlone || lists.length === 0 || undefined}>
      <section className={cx(room.side, css.side)} aria-label="Tables that were sent">
        <p className={css.head}>
          <span>{lists.length === 0 ? 'No table was sent yet.' : 'Tables that were sent'}</span>
          <ButtonLink to="/admin/keywords" size="sm" kind="primary">
            New
          </ButtonLink>
        </p>
        <ul className={room.list}>
          {lists.map(({ id, file_name, state, made_at, lines_count, mistakes_count }) => (
            <li key={id}>
              <NavLink to={`/admin/keywords/${id}`} className={room.row}>
                <span className={room.name}>{file_name}</span>
                <span className={room.state} data-tone={state === 'done' ? 'good' : undefined}>
                  {keywordStates[state]}
                </span>
                <span className={room.under}>
                  {lines_count} {lines_count === 1 ? 'row' : 'rows'}
                  {mistakes_count > 0 && `, ${mistakes_count} left out`}
                </span>
                <span className={cx('mono', room.end)}>{momentOf(made_at)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
        {isAlone && <SendForm isShort />}
      </section>
      <section className={room.main} aria-label="Table of keywords">
        {isAlone && <SendForm />}
        <Outlet />
      </section>
    </div>
  )
}

/** On a small screen it stands under the list. */
const SendForm = ({ isShort }: { isShort?: boolean }) => {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [mode, setMode] = useState<'add' | 'replace'>('add')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (!file) return setTrouble('Choose a table.')
    if (file.size > largest_csv_bytes) return setTrouble('The table is larger than 4 MB: send it in parts.')
    setBusy(true)
    try {
      const csv = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      const { data } = await call(sendKeywordList, { body: { csv, mode, file_name: file.name.slice(0, 200) } })
      await navigate(`/admin/keywords/${data.id}`)
    } catch (error) {
      setTrouble(
        error instanceof TypeError && file
          ? 'The table is not UTF-8. Save it as “CSV UTF-8” in your spreadsheet.'
          : firstText(error, 'Something went wrong.'),
      )
      setBusy(false)
    }
  }
  return (
    <div className={cx(page.person, isShort && css.short)}>
      <header className={page.head}>
        <h1>Keywords from a table</h1>
      </header>
      <p className={desk.note}>
        A CSV with a row for each clip: its number, address or slug in the first cell, its keywords in the others. You
        see what it asks for, and what is wrong with it, before anything changes.
      </p>
      <div className={desk.fields}>
        <FileField
          label="Table"
          what="table"
          accept=".csv,text/csv,text/plain"
          className={desk.wide}
          chosen={file && { name: file.name, about: sizeWords(file.size) }}
          hint="CSV, up to 4 MB and 10,000 rows."
          error={trouble}
          onChoose={chosen => {
            setFile(chosen)
            setTrouble(undefined)
          }}
        />
        <SelectField
          dense
          label="Its keywords"
          value={mode}
          onChange={({ currentTarget }) => setMode(currentTarget.value === 'replace' ? 'replace' : 'add')}
        >
          <option value="add">are added</option>
          <option value="replace">replace those that are there</option>
        </SelectField>
      </div>
      <p className={desk.end}>
        <Button kind="primary" busy={isBusy && 'Reading…'} onClick={() => void send()}>
          Read the table
        </Button>
      </p>
    </div>
  )
}
