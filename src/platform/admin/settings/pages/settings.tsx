/** The groups of settings, and who saved each last. */
import { Link } from 'react-router'

import { formatDateTime } from '#ui/admin/format-date.ts'

import { callForPage, pageMeta } from '../../../http/page.ts'
import { listSettings } from '../contract.ts'
import type { Route } from './+types/settings'

import page from '#ui/admin/settings-page.module.css'
import css from './settings.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Settings', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listSettings, {})).data

/** What an owner looks for here, and is set on pages of its own. */
const OTHER_PAGES = [
  {
    to: '/setup/services',
    label: 'Services',
    about: 'Payments, mail, storage and ffmpeg: try each for real, and send a test mail.',
  },
  { to: '/admin/prices', label: 'Prices', about: 'Versions of the price table, with CSV.' },
  { to: '/admin/content', label: 'Texts', about: 'Content pages and legal texts, with versions.' },
  { to: '/admin/categories', label: 'Categories', about: 'Their tree, order, covers and addresses.' },
  { to: '/admin/filmmakers', label: 'Filmmakers', about: 'Their pages, people, shares and tax forms.' },
  { to: '/admin/staff', label: 'Staff', about: 'Invitations, roles and second steps.' },
] as const

export default function Settings({ loaderData: groups }: Route.ComponentProps) {
  return (
    <div className={page.flags}>
      <h1>Settings</h1>
      <p className={page.lead}>A change is on every page, mail and document within seconds, and in the log.</p>
      <ul className={page.list}>
        {groups.map(({ group, label, about, updated_at, updated_by }) => (
          <li key={group} className={css.group}>
            <Link to={`/admin/settings/${group}`}>{label}</Link>
            <p>{about}</p>
            <p className={css.saved}>
              {updated_at === null
                ? 'Default'
                : `Saved ${formatDateTime(updated_at)}${updated_by === null ? '' : ` by ${updated_by}`}`}
            </p>
          </li>
        ))}
        {OTHER_PAGES.map(({ to, label, about }) => (
          <li key={to} className={css.group}>
            <Link to={to}>{label}</Link>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
