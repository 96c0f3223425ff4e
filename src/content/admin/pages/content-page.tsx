/** One content page: its editor with preview, its versions, and what staff did. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { confirmContent, getStaffContent, setContentVisibility, type StaffContentPage } from '../contract.ts'
import { ContentEditor } from '../parts/content-editor.tsx'
import { pageStateLabels } from '../parts/content-labels.ts'
import { VersionTable } from '../parts/version-table.tsx'
import type { Route } from './+types/content-page'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.content.name : 'Page', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { slug } = args.params
  const [{ data: content }, { data: log }] = await Promise.all([
    callForPage(args, getStaffContent, { params: { slug } }),
    callForPage(args, listStaffAuditLog, { query: { about: 'content', key: slug } }),
  ])
  return { content, log }
}

export default function StaffContentPageView({ loaderData: { content, log } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { slug, path, name, state, effective_from, scheduled_for } = content
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/content', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Pages
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">{path}</p>
        <span className={adminPage.state} data-tone={pageStateLabels[state].tone}>
          {pageStateLabels[state].label}
          {effective_from && <> from {formatDateTime(effective_from)}</>}
          {scheduled_for && <>, the next from {formatDateTime(scheduled_for)}</>}
        </span>
        <p className={adminPage.ways}>
          {effective_from && (
            <ButtonLink to={path} target="_blank" kind="quiet">
              View the page
            </ButtonLink>
          )}
          <VisibilityButton key={slug} content={content} />
        </p>
      </header>
      <Confirmation content={content} />
      <ContentEditor key={slug} content={content} />
      <VersionTable content={content} />
      <LogList rows={log} />
    </article>
  )
}

/** Asks to confirm a text that comes with the shop and that nobody has confirmed. */
const Confirmation = ({ content: { slug, is_confirmed, current } }: { content: StaffContentPage }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  if (is_confirmed === null || current === null) return null
  if (is_confirmed) return null
  const confirm = async () => {
    setBusy(true)
    try {
      await call(confirmContent, { params: { slug }, body: { source_sha256: current.source_sha256 } })
      toast('The text is confirmed.', { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      await revalidate()
      setBusy(false)
    }
  }
  return (
    <Banner
      title="Please read this text and confirm it"
      action={
        <Button size="sm" busy={busy && 'Confirming…'} onClick={() => void confirm()}>
          Confirm the text
        </Button>
      }
    >
      It comes with the shop and is a starting point, not legal advice. Confirm it as it is, or publish your own.
    </Banner>
  )
}

const VisibilityButton = ({ content: { slug, name, is_built_in, state } }: { content: StaffContentPage }) => {
  const [isAsking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  const toast = useToast()
  if (is_built_in || (state !== 'published' && state !== 'taken_down')) return null
  const is_visible = state === 'taken_down'
  return (
    <>
      <Button kind={is_visible ? 'secondary' : 'danger'} onClick={() => setAsking(true)}>
        {is_visible ? 'Show it again' : 'Take it down'}
      </Button>
      <Suspense>
        {isAsking && (
          <ReasonDialog
            title={is_visible ? `Show “${name}” again` : `Take down “${name}”`}
            what={is_visible ? 'Visitors see its last version again.' : 'Visitors get “not found” instead of the page.'}
            confirm={is_visible ? 'Show it' : 'Take it down'}
            busy="Saving…"
            danger={!is_visible}
            onClose={() => setAsking(false)}
            onConfirm={async reason => {
              await call(setContentVisibility, { params: { slug }, body: { is_visible, reason } })
              await revalidate()
              toast(is_visible ? 'Visitors see the page again.' : 'The page is taken down.', { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
