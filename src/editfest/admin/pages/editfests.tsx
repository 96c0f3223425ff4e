/** Editfests: a list of them with their entries, and forms to create and change one. */
import { useState } from 'react'

import { toDay } from '#platform/day.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Button } from '#ui/button.tsx'

import { listAdminEditfests, type AdminEditfest } from '../contract.ts'
import { EditfestForm } from '../parts/editfest-form.tsx'
import type { Route } from './+types/editfests'

import css from '#ui/admin/settings-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Editfests', noindex: true })

export const loader = async (args: Route.LoaderArgs) => ({
  initialEditfests: (await callForPage(args, listAdminEditfests, {})).data,
  today: toDay(new Date()),
})

export default function Editfests({ loaderData: { initialEditfests, today } }: Route.ComponentProps) {
  const [editfests, setEditfests] = useState(initialEditfests)
  const [open, setOpen] = useState<number | 'new'>()
  const showSaved = (saved: AdminEditfest[]) => {
    setEditfests(saved)
    setOpen(undefined)
  }
  return (
    <div className={css.flags}>
      <h1>Editfests</h1>
      <p className={css.lead}>
        A code gives a workspace clips for one film. The flags editfest-coupon and editfest-downloads control who sees
        it.
      </p>
      <p className={css.lead}>
        <Button aria-expanded={open === 'new'} onClick={() => setOpen(open === 'new' ? undefined : 'new')}>
          {open === 'new' ? 'Close' : 'Set one up'}
        </Button>
      </p>
      {open === 'new' && (
        <div className={css.more}>
          <EditfestForm onSaved={showSaved} />
        </div>
      )}
      {editfests.length === 0 && <p className={css.lead}>No Editfests yet.</p>}
      <ul className={css.list}>
        {editfests.map(editfest => {
          const { id, code, name, first_day, last_day, clip_limit, max_workspaces, entries, clips_downloaded } =
            editfest
          return (
            <li key={id} className={css.flag} data-on={(first_day <= today && today <= last_day) || undefined}>
              <h2 className="mono">{code}</h2>
              <p className={css.about}>
                {name}, {clip_limit} clips each
              </p>
              <p className={css.state}>
                {first_day} to {last_day}: {entries}
                {max_workspaces !== null && ` of ${max_workspaces}`} in, {clips_downloaded} clips taken
              </p>
              <button
                type="button"
                className={css.change}
                aria-expanded={open === id}
                onClick={() => setOpen(open === id ? undefined : id)}
              >
                {open === id ? 'Close' : 'Change'}
                <span className="visually-hidden"> {name}</span>
              </button>
              {open === id && (
                <div className={css.more}>
                  <EditfestForm editfest={editfest} onSaved={showSaved} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
