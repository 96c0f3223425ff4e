/** Flags: what is on for whom. A change reaches every visitor within seconds. */
import { useState } from 'react'

import { pageCall, pageMeta } from '#platform/page.ts'

import { listAdminFlags, type Flag } from '../flags-contract.ts'
import { FlagForm } from '../parts/flag-form.tsx'
import { flagWords } from '../parts/flag-words.ts'
import { momentOf } from '../parts/moment.ts'
import type { Route } from './+types/flags'

import css from './flags.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Flags', noindex: true })

export const loader = (args: Route.LoaderArgs) => pageCall(args, listAdminFlags, {})

export default function Flags({ loaderData: { data: flags } }: Route.ComponentProps) {
  return (
    <main className={css.flags}>
      <h1>Flags</h1>
      <p className={css.lead}>Parts of the shop that are on for some. A change reaches everybody within seconds.</p>
      <ul className={css.list}>
        {flags.map(flag => (
          <FlagRow key={flag.key} known={flag} />
        ))}
      </ul>
    </main>
  )
}

const FlagRow = ({ known }: { known: Flag }) => {
  const [flag, setFlag] = useState(known)
  const [isOpen, setOpen] = useState(false)
  const { key, about, history } = flag
  const words = flagWords({ ...flag, people: flag.people.length, workspaces: flag.workspaces.length })
  return (
    <li className={css.flag} data-on={flag.is_on || undefined}>
      <h2 className="mono">{key}</h2>
      <p className={css.about}>{about}</p>
      <p className={css.state}>{words}</p>
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
              <span className="mono">{momentOf(at)}</span>
              <span>{email ?? 'an account that is gone'}</span>
              <span>{flagWords(after)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
