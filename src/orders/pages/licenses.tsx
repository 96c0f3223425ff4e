import { useQueryClient } from '@tanstack/react-query'
import { Download, Film, Search, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Form, Link, useRevalidator } from 'react-router'

import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'
import { callQuery } from '#platform/query.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { listLicenses, type LicensedClip } from '../clips-contract.ts'
import { getOrder, type OrderDetail } from '../contract.ts'
import { getCalendarLink } from '../ends/contract.ts'
import { EndsInCalendar } from '../ends/parts/ends-in-calendar.tsx'
import { licensesQuery } from '../licenses-query.ts'
import { ClipRow } from '../parts/clip-row.tsx'
import { filesOf, useChosen } from '../zip/chosen.ts'
import { ChosenFiles } from '../zip/parts/chosen-files.tsx'
import { useZip } from '../zip/parts/use-zip.ts'
import type { Route } from './+types/licenses'

import css from './licenses.module.css'

const ProjectDialog = lazy(() => import('../parts/project-dialog.tsx').then(part => ({ default: part.ProjectDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Licenses', noindex: true })

/** `licenses` is null for whom their role keeps from them. */
export const loader = async (args: Route.LoaderArgs) => {
  const query = licensesQuery(args.url.searchParams)
  const unlessForbidden = (error: unknown) => {
    if (thrownStatus(error) === 403) return null
    throw error
  }
  const [licenses, calendar] = await Promise.all([
    pageCall(args, listLicenses, { query }).catch(unlessForbidden),
    pageCall(args, getCalendarLink, {}).catch(unlessForbidden),
  ])
  return { said: query['search[query]'], licenses, calendar: calendar?.data ?? null }
}

export default function Licenses({ loaderData: { said, licenses, calendar } }: Route.ComponentProps) {
  return (
    <section className={css.page} aria-labelledby="licenses">
      <h1 id="licenses">Licenses</h1>
      <p className={css.lead}>
        Every clip that your workspace has licensed, newest first, with its files. For much at once there is the{' '}
        <Link to="/super-secret-bulk-download-poc">bulk download</Link>.
      </p>
      {licenses === null ? (
        <EmptyState icon={Users} title="Not part of your role here" action={<Link to="/contact">Contact us</Link>}>
          Licenses are for those who buy or download. Someone who runs this workspace can change your role, or choose
          another workspace in the account menu.
        </EmptyState>
      ) : licenses.meta.pagination.total === 0 && !said ? (
        <EmptyState
          icon={Film}
          title="Nothing licensed yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Clips that your workspace licenses are kept here for good, with a download for each format.
        </EmptyState>
      ) : (
        <>
          {calendar && (calendar.has_ends || calendar.made_at !== null) && (
            <EndsInCalendar made_at={calendar.made_at} />
          )}
          <Licensed said={said} {...licenses} />
        </>
      )}
    </section>
  )
}

type LicensedProps = { said: string | undefined } & NonNullable<Route.ComponentProps['loaderData']['licenses']>

const Licensed = ({ said, data, meta }: LicensedProps) => {
  const { page, total, total_pages } = meta.pagination
  const { assigning, assign, close } = useAssigning()
  const chosen = useChosen()
  const { zip, busy } = useZip()
  const to = (page: number) =>
    `?${new URLSearchParams({ ...(said && { 'search[query]': said }), ...(page > 1 && { page: String(page) }) })}`
  return (
    <>
      <div className={css.tools}>
        <Form method="get" role="search" className={css.search} key={said}>
          <TextField
            dense
            label="Search licenses"
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
        <p className={css.count}>{total === 1 ? '1 clip' : `${total.toLocaleString('en-US')} clips`}</p>
      </div>
      {data.length === 0 ? (
        <EmptyState icon={Search} title="No license matches" action={<Link to="/account/licenses">Show all</Link>}>
          Try a clip’s name or number, a filmmaker, or the number of an order.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {data.map(clip => (
            <ClipRow
              key={`${clip.order.universal_invoice_number}/${clip.id}`}
              clip={clip}
              order={clip.order}
              closed={clip.downloads_closed}
              isOpen={clip.downloads_closed === null}
              onAssign={() => void assign(clip)}
              choice={{
                to: 'for a zip',
                canChoose: filesOf(clip).length > 0,
                isChosen: filesOf(clip).length > 0 && filesOf(clip).every(chosen.has),
                choose: isChosen => chosen.set(filesOf(clip), isChosen),
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
      <ChosenFiles files={chosen.files} onClear={chosen.clear}>
        <Button kind="primary" busy={busy} onClick={() => zip({ files: chosen.files })}>
          <Download aria-hidden="true" />
          Download as zip
        </Button>
      </ChosenFiles>
      {assigning && (
        <Suspense fallback={null}>
          <ProjectDialog {...assigning} open onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** The clip being given to a project, with its order, which is asked for when somebody begins. */
const useAssigning = () => {
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
