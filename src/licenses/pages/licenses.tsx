import { useQueryClient } from '@tanstack/react-query'
import { Download, Film, Search, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Form, Link, useRevalidator } from 'react-router'

import { UpgradeLicense } from '#cart/upgrade-license.tsx'
import { getOrder, type OrderDetail } from '#orders/contract.ts'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { callQuery } from '#platform/http/query.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { BoughtClipRow } from '../bought-clip-row.tsx'
import { listLicenses, type LicensedClip } from '../contract.ts'
import { DeliveryConsentHost } from '../delivery-consent-host.tsx'
import { getCalendarLink } from '../ends/contract.ts'
import { LicenseEndsCalendar } from '../ends/parts/license-ends-calendar.tsx'
import { readLicensesQuery } from '../licenses-query.ts'
import { listDownloadableFiles, useFileSelection } from '../zip/file-selection.ts'
import { FileSelectionBar } from '../zip/parts/file-selection-bar.tsx'
import { useZip } from '../zip/use-zip.ts'
import type { Route } from './+types/licenses'

import css from './licenses.module.css'

const ProjectDialog = lazy(() => import('../project-dialog.tsx').then(module => ({ default: module.ProjectDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Licenses', noindex: true })

/** `licenses` is null when the user's role cannot see them. */
export const loader = async (args: Route.LoaderArgs) => {
  const query = readLicensesQuery(args.url.searchParams)
  const unlessForbidden = (error: unknown) => {
    if (getThrownStatus(error) === 403) return null
    throw error
  }
  const [licenses, calendar] = await Promise.all([
    callForPage(args, listLicenses, { query }).catch(unlessForbidden),
    callForPage(args, getCalendarLink, {}).catch(unlessForbidden),
  ])
  return { search: query['search[query]'], licenses, calendar: calendar?.data ?? null }
}

export default function Licenses({ loaderData: { search, licenses, calendar } }: Route.ComponentProps) {
  return (
    <section className={css.page} aria-labelledby="licenses">
      <DeliveryConsentHost />
      <h1 id="licenses">Licenses</h1>
      <p className={css.lead}>
        Every clip that your workspace has licensed, newest first, with its files. To download many at once, use the{' '}
        <Link to="/super-secret-bulk-download-poc">bulk download</Link>.
      </p>
      {licenses === null ? (
        <EmptyState icon={Users} title="Not part of your role here" action={<Link to="/contact">Contact us</Link>}>
          Licenses are for members who can buy or download. Someone who runs this workspace can change your role, or
          choose another workspace in the account menu.
        </EmptyState>
      ) : licenses.meta.pagination.total === 0 && !search ? (
        <EmptyState
          icon={Film}
          title="Nothing licensed yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Clips that your workspace licenses stay here for good, with a download for each format.
        </EmptyState>
      ) : (
        <>
          {calendar && (calendar.has_ends || calendar.created_at !== null) && (
            <LicenseEndsCalendar created_at={calendar.created_at} />
          )}
          <LicensedClipList search={search} {...licenses} />
        </>
      )}
    </section>
  )
}

type LicensedClipListProps = { search: string | undefined } & NonNullable<
  Route.ComponentProps['loaderData']['licenses']
>

const LicensedClipList = ({ search, data, meta }: LicensedClipListProps) => {
  const { page, total, total_pages } = meta.pagination
  const { assigning, assign, close: closeDialog } = useProjectAssignment()
  const selection = useFileSelection()
  const { zip, busy } = useZip()
  const to = (page: number) =>
    `?${new URLSearchParams({ ...(search && { 'search[query]': search }), ...(page > 1 && { page: String(page) }) })}`
  return (
    <>
      <div className={css.tools}>
        <Form method="get" role="search" className={css.search} key={search}>
          <TextField
            dense
            label="Search licenses"
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
        <p className={css.count}>{total === 1 ? '1 clip' : `${total.toLocaleString('en-US')} clips`}</p>
      </div>
      {data.length === 0 ? (
        <EmptyState icon={Search} title="No license matches" action={<Link to="/account/licenses">Show all</Link>}>
          Try a clip’s name or number, a filmmaker, or the number of an order.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {data.map(clip => (
            <BoughtClipRow
              renderUpgrade={(license_id, of) => <UpgradeLicense license_id={license_id} of={of} />}
              key={`${clip.order.universal_invoice_number}/${clip.id}`}
              clip={clip}
              order={clip.order}
              closed={clip.downloads_closed}
              isOpen={clip.downloads_closed === null}
              onAssign={() => void assign(clip)}
              choice={{
                to: 'for a zip',
                canChoose: listDownloadableFiles(clip).length > 0,
                isChosen: listDownloadableFiles(clip).length > 0 && listDownloadableFiles(clip).every(selection.has),
                choose: isChosen => selection.set(listDownloadableFiles(clip), isChosen),
              }}
            />
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of licenses">
          {page > 1 && <ButtonLink to={to(page - 1)}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={to(page + 1)}>Next</ButtonLink>}
        </nav>
      )}
      <FileSelectionBar files={selection.files} onClear={selection.clear}>
        <Button kind="primary" busy={busy} onClick={() => zip({ files: selection.files })}>
          <Download aria-hidden="true" />
          Download as zip
        </Button>
      </FileSelectionBar>
      {assigning && (
        <Suspense fallback={null}>
          <ProjectDialog {...assigning} open onClose={closeDialog} />
        </Suspense>
      )}
    </>
  )
}

/** The clip to assign to a project, with its order, which is loaded when the user starts. */
const useProjectAssignment = () => {
  const client = useQueryClient()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [assigning, setAssigning] = useState<{ clips: LicensedClip[]; order: OrderDetail } | null>(null)
  const assign = async (clip: LicensedClip) => {
    try {
      const input = { params: { id: clip.order.universal_invoice_number } }
      const { data: order } = await client.fetchQuery(callQuery(getOrder, input))
      setAssigning({ clips: [clip], order })
    } catch {
      toast('Something went wrong. Please try again.', { kind: 'danger' })
    }
  }
  const close = () => {
    setAssigning(null)
    void revalidate()
  }
  return { assigning, assign, close }
}
