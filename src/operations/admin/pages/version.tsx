/** The version page: what runs, what is new in it, and when it was last backed up. */
import { formatBytes } from '#platform/bytes.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { SortedTable, type SortedColumn } from '#ui/admin/sorted-table.tsx'

import { getVersion, type VersionReport } from '../contract.ts'
import type { Route } from './+types/version'

import page from '#ui/admin/detail-page.module.css'
import css from './version.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Version', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, getVersion, {})
  return data
}

export default function Version({ loaderData: { version, releases, processes, last_backup } }: Route.ComponentProps) {
  return (
    <div className={page.person}>
      <header className={page.head}>
        <h1>Version {version}</h1>
      </header>
      <dl className={page.facts}>
        <div>
          <dt>Processes</dt>
          <dd>{processes.length}</dd>
        </div>
        <div>
          <dt>Last backup</dt>
          <dd>
            {last_backup ? (
              <>
                <span className="mono">{formatDateTime(last_backup.finished_at)}</span>,{' '}
                {formatBytes(last_backup.size_bytes)}
              </>
            ) : (
              'None by the shop’s own command'
            )}
          </dd>
        </div>
      </dl>
      <section aria-labelledby="processes">
        <h2 id="processes">Running processes</h2>
        <SortedTable
          columns={columns}
          rows={processes}
          rowKey={({ host, pid }) => `${host} ${pid}`}
          caption="Running processes"
        />
      </section>
      {releases.map(({ title, notes }) => (
        <section key={title} aria-labelledby={`release-${title}`}>
          <h2 id={`release-${title}`}>What’s new in {title}</h2>
          <ul className={css.notes}>
            {notes.map(({ area, text }) => (
              <li key={text}>
                {area && <strong>{area}</strong>}
                <p>{withCode(text)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Sets texts between backticks as code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={`${index} ${part}`}>{part}</code> : part))

type Process = VersionReport['processes'][number]

const ROLES: Record<Process['role'], string> = { all: 'Web and worker', web: 'Web', worker: 'Worker' }

const columns: readonly SortedColumn<Process>[] = [
  { id: 'role', label: 'Role', by: ({ role }) => role, cell: ({ role }) => ROLES[role] },
  { id: 'host', label: 'Machine', by: ({ host }) => host, cell: ({ host }) => <span className="mono">{host}</span> },
  { id: 'pid', label: 'Process', by: ({ pid }) => pid, cell: ({ pid }) => pid, isNumber: true },
  { id: 'version', label: 'Version', by: ({ version }) => version, cell: ({ version }) => version },
  {
    id: 'started',
    label: 'Running since',
    by: ({ started_at }) => started_at,
    cell: ({ started_at }) => <span className="mono">{formatDateTime(started_at)}</span>,
  },
]
