/** Feature flags and who has them. A change reaches every visitor within seconds. */
import { useState } from 'react'

import { formatDateTime } from '#ui/admin/format-date.ts'

import { callForPage, pageMeta } from '../../../http/page.ts'
import { listAdminFlags, type Flag } from '../contract.ts'
import { FlagForm } from '../parts/flag-form.tsx'
import { formatFlagAudience } from '../parts/flag-summary.ts'
import type { Route } from './+types/flags'

import css from '#ui/admin/settings-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Flags', noindex: true })

export const loader = (args: Route.LoaderArgs) => callForPage(args, listAdminFlags, {})

export default function Flags({ loaderData: { data: flags } }: Route.ComponentProps) {
  return (
    <div className={css.flags}>
      <h1>Flags</h1>
      <p className={css.lead}>Features that only some users have. A change reaches everyone within seconds.</p>
      <ul className={css.list}>
        {flags.map(flag => (
          <FlagRow key={flag.key} initial={flag} />
        ))}
      </ul>
    </div>
  )
}

const FlagRow = ({ initial }: { initial: Flag }) => {
  const [flag, setFlag] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  const { key, about, history } = flag
  const summary = formatFlagAudience({ ...flag, people: flag.people.length, workspaces: flag.workspaces.length })
  return (
    <li className={css.flag} data-on={flag.is_on || undefined}>
      <h2 className="mono">{key}</h2>
      <p className={css.about}>{about}</p>
      <p className={css.state}>{summary}</p>
      <button type="button" className={css.change} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Change'}
      </button>
      {isOpen && (
        <div className={css.more}>
          <FlagForm
            flag={flag}
            onSaved={saved => {
              setFlag(saved)
              setOpen(false)
            }}
          />
        </div>
      )}
      {history.length > 0 && (
        <ol className={css.history} aria-label={`Changes of ${key}`}>
          {history.map(({ at, email, after }) => (
            <li key={at}>
              <span className="mono">{formatDateTime(at)}</span>
              <span>{email ?? 'a deleted account'}</span>
              <span>{formatFlagAudience(after)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
