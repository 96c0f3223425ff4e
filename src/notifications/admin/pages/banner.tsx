/** The page of one banner: its form, preview, audience and actions. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatDay, formatLastDay } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { withoutUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { isBannerActionAllowed } from '../../banner.ts'
import { deleteStaffBanner, endStaffBanner, getStaffBanner, unplanStaffBanner, type StaffBanner } from '../contract.ts'
import { BannerForm } from '../parts/banner-form.tsx'
import { audienceLabels, bannerStateLabels } from '../parts/banner-labels.ts'
import { BannerPreview } from '../parts/banner-preview.tsx'
import type { Route } from './+types/banner'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))
const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.banner.title : 'Banner', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { id } = args.params
  const [{ data: banner }, { data: log }] = await Promise.all([
    callForPage(args, getStaffBanner, { params: { id } }),
    callForPage(args, listStaffAuditLog, { query: { about: 'banner', key: id } }),
  ])
  return { banner, log }
}

export default function BannerPage({ loaderData: { banner, log } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { id, title, description, touch_description, state, behind, image_paths } = banner
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/banners', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Banners
      </Link>
      <header className={page.head}>
        <h1>{title}</h1>
        <p className="mono">#{id}</p>
        <span className={adminPage.state} data-tone={bannerStateLabels[state].tone}>
          {bannerStateLabels[state].label}
        </span>
        <BannerActions key={id} banner={banner} />
      </header>
      {behind && (
        <Banner>
          It is running but hidden: the newer <Link to={`/admin/banners/${behind.id}`}>{behind.title}</Link> is shown
          instead until it ends.
        </Banner>
      )}
      <BannerFacts banner={banner} />
      {isBannerActionAllowed('change', state) ? (
        <BannerForm key={id} banner={banner} />
      ) : (
        <BannerPreview {...{ title, description, touch_description }} pictures={image_paths ?? undefined} />
      )}
      <LogList rows={log} />
    </article>
  )
}

const BannerActions = ({ banner: { id, title, state } }: { banner: StaffBanner }) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isEnding, setEnding] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  const request = { params: { id: String(id) } }
  const runAction = async (carryOut: () => Promise<unknown>, text: string) => {
    setBusy(true)
    try {
      await carryOut()
      toast(text, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
      await revalidate()
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={adminPage.ways}>
      {isBannerActionAllowed('delete', state) && (
        <Button kind="quiet" onClick={() => setDeleting(true)}>
          Delete the draft
        </Button>
      )}
      {isBannerActionAllowed('take_back', state) && (
        <Button
          busy={busy && 'Undoing…'}
          onClick={() =>
            void runAction(async () => {
              await call(unplanStaffBanner, request)
              await revalidate()
            }, 'It is a draft again.')
          }
        >
          Back to draft
        </Button>
      )}
      {isBannerActionAllowed('end', state) && (
        <Button kind="danger" onClick={() => setEnding(true)}>
          End now
        </Button>
      )}
      <Suspense>
        {isDeleting && (
          <ConfirmDialog
            open
            title={`Delete “${title}”?`}
            confirm="Delete the draft"
            danger
            busy={busy && 'Deleting…'}
            onConfirm={() =>
              void runAction(async () => {
                await call(deleteStaffBanner, request)
                await navigate('/admin/banners', withoutUnsavedGuard)
              }, 'The draft is deleted.').finally(() => setDeleting(false))
            }
            onCancel={() => setDeleting(false)}
          >
            Nobody has seen it. This cannot be undone.
          </ConfirmDialog>
        )}
        {isEnding && (
          <ReasonDialog
            title={`End “${title}”`}
            what="It is hidden from everyone permanently. An older banner that is still running is shown again."
            confirm="End it now"
            busy="Ending…"
            danger
            onClose={() => setEnding(false)}
            onConfirm={async reason => {
              await call(endStaffBanner, { ...request, body: { reason } })
              await revalidate()
              toast(`“${title}” has ended.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </p>
  )
}

const BannerFacts = ({
  banner: { state, audience, starts_at, ends_at, exclude_on, read, dismissed },
}: {
  banner: StaffBanner
}) => {
  const startText = starts_at ? `From ${formatDay(starts_at)}` : 'From when it is started'
  const facts: [string, string][] = [
    ['Who sees it', audienceLabels[audience]],
    ['Runs', `${startText} ${ends_at ? `to ${formatLastDay(ends_at)}` : 'until you end it'}`],
    ['Hidden on', exclude_on.length === 0 ? 'Only the cart, prices and research form' : exclude_on.join(', ')],
    ...(state === 'draft' || state === 'planned'
      ? []
      : ([
          ['Seen by', read === 1 ? '1 person' : `${read.toLocaleString('en-US')} people`],
          ['Dismissed by', dismissed === 1 ? '1 person' : `${dismissed.toLocaleString('en-US')} people`],
        ] satisfies [string, string][])),
  ]
  return (
    <dl className={page.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
