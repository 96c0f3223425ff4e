/** The page of one clip: preview, metadata and status. */
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { LazyPlayer } from '#ui/player/lazy-player.tsx'

import { listStatusChanges, clipStateLabels } from '../../review.ts'
import { getStaffClip, listStaffClips, type StaffClip, type StaffClipSummary } from '../contract.ts'
import { ClipMetadataForm } from '../parts/clip-metadata-form.tsx'
import { clipStateTones } from '../parts/clip-row.tsx'
import { StatusChangeButtons } from '../parts/status-change-buttons.tsx'
import type { Route } from './+types/clip'
import type { loader as clipsLoader } from './clips.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './clip.module.css'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.name : 'Clip', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, getStaffClip, { params: { id: args.params.id } })).data

export default function ClipPage({ loaderData: clip }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const clipsData = useRouteLoaderData<typeof clipsLoader>('staff-clips')
  const categories = clipsData?.choices.categories ?? []
  const { id, name, state, review_note, preview, poster, sprite_vtt } = clip
  /** After a decision about a clip in review, opens the next one from the list beside it, or from all. */
  const onChanged = async (moved: readonly number[]) => {
    const next =
      state === 'in_review' && moved.includes(id)
        ? (findNextInReview(clipsData?.clips.data ?? [], id) ??
          findNextInReview((await call(listStaffClips, { query: { state: 'in_review' } })).data, id))
        : undefined
    await revalidate()
    if (next) await navigate({ pathname: `/admin/catalog/${next.id}`, search: searchParams.toString() })
  }
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/catalog', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Clips
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <span className={adminPage.state} data-tone={clipStateTones[state]}>
          {clipStateLabels[state]}
        </span>
        <p className={adminPage.ways}>
          <StatusChangeButtons ids={[id]} changes={listStatusChanges(state)} title={name} onChanged={onChanged} />
        </p>
      </header>
      {review_note && (
        <Banner kind="danger" title={state === 'draft' ? 'Sent back' : clipStateLabels[state]}>
          {review_note}
        </Banner>
      )}
      {clip.unlimited_licenses.length > 0 && (
        <Banner title="Sold before it was for editorial use only">
          <p>A mail asked their holders to write to us before they advertise with the clip. In force:</p>
          <ul>
            {clip.unlimited_licenses.map(({ id: license_id, order, use, closed_uses }) => (
              <li key={license_id}>
                Order {order}: {use}
                {closed_uses.length > 0 && `. Closed now: ${closed_uses.join(', ')}`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={css.seen}>
        {preview ? (
          <LazyPlayer
            key={id}
            title={name}
            src={preview}
            poster={poster}
            ratio={clip.width / clip.height}
            fps={clip.fps}
            startTimecode={clip.tech?.start_timecode ?? null}
            duration={clip.duration_in_seconds}
            thumbs={sprite_vtt}
            sound={clip.tech?.has_audio ?? false}
          />
        ) : (
          <p className={page.none}>There is no preview of this clip.</p>
        )}
        <StaffClipFacts clip={clip} />
      </div>
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <ClipMetadataForm key={id} clip={clip} categories={categories} onSaved={revalidate} />
      </section>
      <LogList rows={clip.history} />
    </article>
  )
}

/** Returns the first clip in review after this one, else before it. */
const findNextInReview = (clips: readonly StaffClipSummary[], id: number): StaffClipSummary | undefined => {
  const index = clips.findIndex(clip => clip.id === id)
  return [...clips.slice(index + 1), ...clips.slice(0, Math.max(index, 0))].find(({ state }) => state === 'in_review')
}

const formatPercent = (share: number) => `${Math.round(share * 100)}%`

type ClipFact = [label: string, value: string]

const listTechFacts = (fps: number, tech: NonNullable<StaffClip['tech']>): ClipFact[] => [
  ['Master', `${tech.codec}, ${tech.bit_depth} bit, ${formatMegabytes(tech.size_bytes)}`],
  ['Rate', `${Number(fps.toFixed(3))} fps, ${tech.frames} frames`],
  ['Timecode', tech.start_timecode ?? 'None'],
]
const formatMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

const listDescriptorFacts = (descriptor: NonNullable<StaffClip['look']>): ClipFact[] => [
  ['Brightness', formatPercent(descriptor.brightness)],
  ['Motion', `${formatPercent(descriptor.motion_energy)}, ${descriptor.motion_direction}`],
]

const StaffClipFacts = ({ clip }: { clip: StaffClip }) => {
  const { filmmaker, shoot, scene, collections, tech, look: descriptor, formats, published_at } = clip
  const facts: ClipFact[] = [
    ['Filmmaker', filmmaker.name],
    ['Collection', scene ? `${shoot.name}, ${scene.name}` : shoot.name],
    ['Curated in', collections.map(({ name }) => name).join(', ') || 'None'],
    ['Published', published_at ? formatDateTime(published_at) : 'Never'],
    ['Size', `${clip.width} × ${clip.height}, ${clip.duration_in_seconds.toFixed(1)} s`],
    ['Formats', formats.join(', ') || 'None'],
    ['Production', clip.production],
    ...(tech ? listTechFacts(clip.fps, tech) : []),
    ...(descriptor ? listDescriptorFacts(descriptor) : []),
    ['Popularity', formatPercent(clip.popularity)],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {descriptor && (
        <div>
          <dt>Colors</dt>
          <dd className={css.palette}>
            {descriptor.palette.map(hex => (
              <span key={hex} style={{ background: hex }} title={hex} />
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
