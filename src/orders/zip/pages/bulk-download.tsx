/** Many files at once: as one zip, or one by one straight into a folder. */
import { Download, Film, FolderDown, Search, Users } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Form, Link } from 'react-router'

import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listLicenses } from '../../clips-contract.ts'
import { licensesQuery } from '../../licenses-query.ts'
import { filesOf, useChosen } from '../chosen.ts'
import { ChoiceRow } from '../parts/choice-row.tsx'
import { ChosenFiles } from '../parts/chosen-files.tsx'
import { SavingList } from '../parts/saving-list.tsx'
import { canSaveFiles, useSaving } from '../parts/use-saving.ts'
import { useZip } from '../parts/use-zip.ts'
import type { Route } from './+types/bulk-download'

import css from './bulk-download.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Bulk download', noindex: true })

/** `licenses` is null for whom their role keeps from them. */
export const loader = async (args: Route.LoaderArgs) => {
  const query = licensesQuery(args.url.searchParams)
  const licenses = await pageCall(args, listLicenses, { query }).catch((error: unknown) => {
    if (thrownStatus(error) === 403) return null
    throw error
  })
  return { said: query['search[query]'], licenses }
}

export default function BulkDownload({ loaderData: { said, licenses } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <h1>Bulk download</h1>
      <p className={css.lead}>
        Choose among the files that your workspace has licensed. They come as one zip with a list of their SHA-256
        hashes, or one by one into a folder of yours, where a broken-off file goes on where it stopped.
      </p>
      {licenses === null ? (
        <EmptyState icon={Users} title="Not part of your role here" action={<Link to="/contact">Contact us</Link>}>
          Downloads are for those who buy or download. Someone who runs this workspace can change your role.
        </EmptyState>
      ) : licenses.meta.pagination.total === 0 && !said ? (
        <EmptyState
          icon={Film}
          title="Nothing to download yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          What your workspace licenses can be downloaded here, as much at once as you like.
        </EmptyState>
      ) : (
        <Choosing said={said} {...licenses} />
      )}
    </div>
  )
}

type ChoosingProps = { said: string | undefined } & NonNullable<Route.ComponentProps['loaderData']['licenses']>

const never = () => () => {}

const Choosing = ({ said, data, meta }: ChoosingProps) => {
  const chosen = useChosen()
  const saving = useSaving()
  const { zip, busy } = useZip()
  const canSave = useSyncExternalStore(never, canSaveFiles, () => false)
  const here = data.flatMap(filesOf)
  const { page, total_pages } = meta.pagination
  const to = (page: number) =>
    `?${new URLSearchParams({ ...(said && { 'search[query]': said }), ...(page > 1 && { page: String(page) }) })}`
  return (
    <>
      {saving.rows.length > 0 && <SavingList {...saving} />}
      <div className={css.tools}>
        <Form method="get" role="search" className={css.search} key={said} preventScrollReset>
          <TextField
            dense
            label="Search your files"
            labelHidden
            type="search"
            name="search[query]"
            placeholder="Clip, filmmaker or order"
            defaultValue={said}
          />
          <Button type="submit">
            <Search aria-hidden="true" />
            Search
          </Button>
        </Form>
        {here.length > 0 && (
          <Checkbox checked={here.every(chosen.has)} onChange={event => chosen.set(here, event.target.checked)}>
            All {here.length} on this page
          </Checkbox>
        )}
      </div>
      {data.length === 0 ? (
        <EmptyState
          icon={Search}
          title="No license matches"
          action={<Link to="/super-secret-bulk-download-poc">Show all</Link>}
        >
          Try a clip’s name or number, a filmmaker, or the number of an order.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {data.map(clip => (
            <ChoiceRow key={`${clip.order.universal_invoice_number}/${clip.id}`} clip={clip} chosen={chosen} />
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of files">
          {page > 1 && <ButtonLink to={to(page - 1)}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={to(page + 1)}>Next</ButtonLink>}
        </nav>
      )}
      <ChosenFiles files={chosen.files} onClear={chosen.clear}>
        {canSave && (
          <Button disabled={saving.isSaving} onClick={() => void saving.begin(chosen.files)}>
            <FolderDown aria-hidden="true" />
            Save into a folder
          </Button>
        )}
        <Button kind="primary" busy={busy} onClick={() => zip({ files: chosen.files })}>
          <Download aria-hidden="true" />
          Download as zip
        </Button>
      </ChosenFiles>
    </>
  )
}
