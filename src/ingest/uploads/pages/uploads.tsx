/** A filmmaker's page to upload masters and follow their state. */
import { useState } from 'react'
import { Link } from 'react-router'

import { emptyBrowseQuery, browsePath } from '#catalog/filters.ts'
import { getEarnings } from '#earnings/contract.ts'
import { FilmmakerNav } from '#earnings/filmmaker-nav.tsx'
import { NotLinked } from '#earnings/not-linked.tsx'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'

import { listFilmmakerRequests, type FootageRequest } from '../../requests/contract.ts'
import { beginUpload, listUploads } from '../contract.ts'
import { DeleteDraftButton, WithdrawButton } from '../parts/draft-actions.tsx'
import { ShootField } from '../shoot-field.tsx'
import { canDo } from '../states.ts'
import { UploadPanel } from '../upload-panel.tsx'
import type { Route } from './+types/uploads'

import css from './uploads.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Uploads', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const page = args.url.searchParams.get('page') ?? ''
  const query = /^[1-9]\d{0,5}$/.test(page) ? { page } : {}
  const [earnings, uploads, requests] = await Promise.all([
    callForPage(args, getEarnings, {}),
    callForPage(args, listUploads, { query }),
    callForPage(args, listFilmmakerRequests, {}),
  ])
  return { filmmaker: earnings.data?.filmmaker, rows: uploads.data, requests: requests.data, ...uploads.meta }
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** What buyers look for and the filmmaker may have, as the editors asked. */
const FootageRequests = ({ requests }: { requests: readonly FootageRequest[] }) => {
  if (requests.length === 0) return null
  return (
    <section className={css.requests} aria-labelledby="buyers-look-for">
      <h2 id="buyers-look-for">Buyers look for</h2>
      <p className={css.hint}>
        Our catalog has nothing that fits yet. If you have it, or can shoot it, upload it here.
      </p>
      <ul>
        {requests.map(({ id, subject, note, requested_at }) => (
          <li key={id}>
            <h3>{subject}</h3>
            {note !== '' && <p>{note}</p>}
            <p className={css.under}>
              Asked {dayFormat.format(new Date(requested_at))}.{' '}
              <Link
                to={browsePath({ ...emptyBrowseQuery, q: subject })}
                aria-label={`See what there is for “${subject}”`}
              >
                See what there is
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function Uploads({ loaderData }: Route.ComponentProps) {
  const { filmmaker, rows, requests, pagination, closed, shoots } = loaderData
  const [shoot, setShoot] = useState(shoots[0] ?? '')
  if (!filmmaker) return <NotLinked title="Uploads" />
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <p className={css.over}>{filmmaker.name}</p>
          <h1>Uploads</h1>
        </div>
        <FilmmakerNav />
      </header>
      <FootageRequests requests={requests} />
      <div className={css.layout}>
        <UploadPanel
          rows={rows}
          pagination={pagination}
          closed={closed}
          clipAddress={({ id }) => `/filmmaker/clips/${id}`}
          renderActions={({ clip: uploadedClip, state }, onChanged) => (
            <>
              {uploadedClip && canDo(state, 'take_back') && (
                <WithdrawButton isSmall clip={uploadedClip} onChanged={onChanged} />
              )}
              {uploadedClip && canDo(state, 'delete') && (
                <DeleteDraftButton isSmall clip={uploadedClip} onChanged={onChanged} />
              )}
            </>
          )}
          begin={async facts => (await call(beginUpload, { body: { shoot, ...facts } })).data}
          emptyText="Each file that you send is listed here until it is in the shop, with what to do next."
        >
          <ShootField shoots={shoots} value={shoot} onChange={setShoot} />
          <p className={css.note}>
            Keep this page open while files upload. If an upload is interrupted, choose the same file again within a
            week to resume it.
          </p>
        </UploadPanel>
      </div>
    </div>
  )
}
