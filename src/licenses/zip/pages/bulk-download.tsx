/** Downloads many files at once: as one zip, or one by one into a folder. */
import { Download, Film, FolderDown, Search, Users } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Form, Link } from 'react-router'

import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listLicenses } from '../../contract.ts'
import { DeliveryConsentHost } from '../../delivery-consent-host.tsx'
import { readLicensesQuery } from '../../licenses-query.ts'
import { listDownloadableFiles, useFileSelection } from '../file-selection.ts'
import { ChoiceRow } from '../parts/choice-row.tsx'
import { FileSelectionBar } from '../parts/file-selection-bar.tsx'
import { SavingList } from '../parts/saving-list.tsx'
import { canSaveFiles, useSaving } from '../parts/use-saving.ts'
import { useZip } from '../use-zip.ts'
import type { Route } from './+types/bulk-download'

import css from './bulk-download.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Bulk download', noindex: true })

/** `licenses` is null when the user's role cannot see them. */
export const loader = async (args: Route.LoaderArgs) => {
  const query = readLicensesQuery(args.url.searchParams)
  const licenses = await callForPage(args, listLicenses, { query }).catch((error: unknown) => {
    if (getThrownStatus(error) === 403) return null
    throw error
  })
  return { search: query['search[query]'], licenses }
}

export default function BulkDownload({ loaderData: { search, licenses } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <DeliveryConsentHost />
      <h1>Bulk download</h1>
      <p className={css.lead}>
        Choose among the files that your workspace has licensed. They come as one zip with a list of their SHA-256
        hashes, or one by one into a folder of yours, where an interrupted file resumes where it stopped.
      </p>
      {licenses === null ? (
        <EmptyState icon={Users} title="Not part of your role here" action={<Link to="/contact">Contact us</Link>}>
          Downloads are for members who can buy or download. Someone who runs this workspace can change your role.
        </EmptyState>
      ) : licenses.meta.pagination.total === 0 && !search ? (
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
        <FileSelector search={search} {...licenses} />
      )}
    </div>
  )
}

type FileSelectorProps = { search: string | undefined } & NonNullable<Route.ComponentProps['loaderData']['licenses']>

const subscribeToNothing = () => () => {}

const FileSelector = ({ search, data, meta }: FileSelectorProps) => {
  const selection = useFileSelection()
  const saving = useSaving()
  const { zip, busy } = useZip()
  const canSave = useSyncExternalStore(subscribeToNothing, canSaveFiles, () => false)
  const pageFiles = data.flatMap(listDownloadableFiles)
  const { page, total_pages } = meta.pagination
  const to = (page: number) =>
    `?${new URLSearchParams({ ...(search && { 'search[query]': search }), ...(page > 1 && { page: String(page) }) })}`
  return (
    <>
      {saving.rows.length > 0 && <SavingList {...saving} />}
      <div className={css.tools}>
        <Form method="get" role="search" className={css.search} key={search} preventScrollReset>
          <TextField
            dense
            label="Search your files"
            labelHidden
            type="search"
            name="search[query]"
            placeholder="Clip, filmmaker or order"
            defaultValue={search}
          />
          <Button type="submit">
            <Search aria-hidden="true" />
            Search
          </Button>
        </Form>
        {pageFiles.length > 0 && (
          <Checkbox
            checked={pageFiles.every(selection.has)}
            onChange={event => selection.set(pageFiles, event.target.checked)}
          >
            All {pageFiles.length} on this page
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
            <ChoiceRow key={`${clip.order.universal_invoice_number}/${clip.id}`} clip={clip} selection={selection} />
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
      <FileSelectionBar files={selection.files} onClear={selection.clear}>
        {canSave && (
          <Button disabled={saving.isSaving} onClick={() => void saving.start(selection.files)}>
            <FolderDown aria-hidden="true" />
            Save into a folder
          </Button>
        )}
        <Button kind="primary" busy={busy} onClick={() => zip({ files: selection.files })}>
          <Download aria-hidden="true" />
          Download as zip
        </Button>
      </FileSelectionBar>
    </>
  )
}
