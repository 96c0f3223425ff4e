/** Staff uploads for any filmmaker, and the list of all uploads. */
import { useState } from 'react'
import { Link } from 'react-router'

import { getCatalogChoices } from '#catalog/admin/contract.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { SelectField } from '#ui/select.tsx'

import { beginStaffUpload, listStaffUploads } from '../../uploads/contract.ts'
import { ShootField } from '../../uploads/shoot-field.tsx'
import { UploadPanel } from '../../uploads/upload-panel.tsx'
import type { Route } from './+types/ingest'

import css from './ingest.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Ingest', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const page = args.url.searchParams.get('page') ?? ''
  const query = /^[1-9]\d{0,5}$/.test(page) ? { page } : {}
  const [uploads, choices] = await Promise.all([
    callForPage(args, listStaffUploads, { query }),
    callForPage(args, getCatalogChoices, {}),
  ])
  return { rows: uploads.data, ...uploads.meta, filmmakers: choices.data.filmmakers }
}

export default function Ingest({ loaderData }: Route.ComponentProps) {
  const { rows, pagination, closed, shoots, filmmakers } = loaderData
  const [filmmaker, setFilmmaker] = useState('')
  const [shoot, setShoot] = useState('')
  return (
    <div className={css.layout}>
      <h1>Ingest</h1>
      <UploadPanel
        rows={rows}
        pagination={pagination}
        closed={closed}
        showsOwner
        clipAddress={({ id }) => `/admin/catalog/${id}`}
        begin={async file =>
          (await call(beginStaffUpload, { body: { filmmaker_id: Number(filmmaker), shoot, ...file } })).data
        }
        emptyText="Filmmakers send files from their own uploads page; staff send them here."
      >
        <SelectField
          dense
          label="Filmmaker"
          hint={<Link to="/admin/filmmakers/new">New filmmaker</Link>}
          value={filmmaker}
          onChange={({ currentTarget }) => setFilmmaker(currentTarget.value)}
        >
          <option value="">Choose</option>
          {filmmakers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <ShootField dense shoots={shoots} value={shoot} onChange={setShoot} />
      </UploadPanel>
    </div>
  )
}
