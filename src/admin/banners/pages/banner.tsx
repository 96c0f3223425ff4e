/** One banner: what it says, how it looks, who saw it, and starting and ending it. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router'

import { canBe } from '#notifications/banner.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { freely } from '#ui/use-unsaved.tsx'

import { listStaffLog } from '../../log/contract.ts'
import { LogList } from '../../parts/log-list.tsx'
import { dayOf, lastDayOf } from '../../parts/moment.ts'
import {
  deleteStaffBanner,
  endStaffBanner,
  getStaffBanner,
  takeStaffBannerBack,
  type StaffBanner,
} from '../contract.ts'
import { BannerForm } from '../parts/banner-form.tsx'
import { BannerPreview } from '../parts/banner-preview.tsx'
import { audienceWords, bannerStateWords } from '../parts/banner-words.ts'
import type { Route } from './+types/banner'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))
const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.banner.title : 'Banner', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { id } = args.params
  const [{ data: banner }, { data: log }] = await Promise.all([
    pageCall(args, getStaffBanner, { params: { id } }),
    pageCall(args, listStaffLog, { query: { about: 'banner', key: id } }),
  ])
  return { banner, log }
}

export default function BannerPage({ loaderData: { banner, log } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { id, title, description, state, behind, image_paths } = banner
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/banners', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Banners
      </Link>
      <header className={page.head}>
        <h1>{title}</h1>
        <p className="mono">#{id}</p>
        <span className={desk.state} data-tone={bannerStateWords[state].tone}>
          {bannerStateWords[state].label}
        </span>
        <Ways key={id} banner={banner} />
      </header>
      {behind && (
        <Banner>
          It runs, and nobody sees it: the newer <Link to={`/admin/banners/${behind.id}`}>{behind.title}</Link> stands
          in its place until that ends.
        </Banner>
      )}
      <Facts banner={banner} />
      {canBe('change', state) ? (
        <BannerForm key={id} banner={banner} />
      ) : (
        <BannerPreview title={title} description={description} pictures={image_paths ?? undefined} />
      )}
      <LogList rows={log} />
    </article>
  )
}

const Ways = ({ banner: { id, title, state } }: { banner: StaffBanner }) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isEnding, setEnding] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  const at = { params: { id: String(id) } }
  const act = async (carryOut: () => Promise<unknown>, text: string) => {
    setBusy(true)
    try {
      await carryOut()
      toast(text, { kind: 'success' })
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
      await revalidate()
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={desk.ways}>
      {canBe('delete', state) && (
        <Button kind="quiet" onClick={() => setDeleting(true)}>
          Delete the draft
        </Button>
      )}
      {canBe('take_back', state) && (
        <Button
          busy={busy && 'Taking it back…'}
          onClick={() =>
            void act(async () => {
              await call(takeStaffBannerBack, at)
              await revalidate()
            }, 'It is a draft again.')
          }
        >
          Take it back
        </Button>
      )}
      {canBe('end', state) && (
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
              void act(async () => {
                await call(deleteStaffBanner, at)
                await navigate('/admin/banners', freely)
              }, 'The draft is deleted.').finally(() => setDeleting(false))
            }
            onCancel={() => setDeleting(false)}
          >
            Nobody ever saw it, and nobody can go on with it after that.
          </ConfirmDialog>
        )}
        {isEnding && (
          <ReasonDialog
            title={`End “${title}”`}
            what="Nobody who opens a page from now on sees it, for good. Where an older one still runs, that comes back."
            confirm="End it now"
            busy="Ending…"
            danger
            onClose={() => setEnding(false)}
            onConfirm={async reason => {
              await call(endStaffBanner, { ...at, body: { reason } })
              await revalidate()
              toast(`“${title}” has ended.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </p>
  )
}

const Facts = ({
  banner: { state, audience, starts_at, ends_at, exclude_on, read, dismissed },
}: {
  banner: StaffBanner
}) => {
  const from = starts_at ? `From ${dayOf(starts_at)}` : 'From when it is started'
  const facts: [string, string][] = [
    ['Who sees it', audienceWords[audience]],
    ['Runs', `${from} ${ends_at ? `to ${lastDayOf(ends_at)}` : 'until you end it'}`],
    [
      'Stays away from',
      exclude_on.length === 0 ? 'The cart, the prices and the research form alone' : exclude_on.join(', '),
    ],
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
