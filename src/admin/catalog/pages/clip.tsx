/** One clip: seen, described, decided about. */
import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router'

import { movesFrom, stateWords } from '#catalog/review.ts'
import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { LazyPlayer } from '#ui/player/lazy-player.tsx'

import { LogList } from '../../parts/log-list.tsx'
import { momentOf } from '../../parts/moment.ts'
import { getStaffClip, listStaffClips, type StaffClip, type StaffClipRow } from '../contract.ts'
import { stateTones } from '../parts/clip-row.tsx'
import { MoveButtons } from '../parts/move-buttons.tsx'
import { WordsForm } from '../parts/words-form.tsx'
import type { Route } from './+types/clip'
import type { loader as roomLoader } from './clips.tsx'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import css from './clip.module.css'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.name : 'Clip', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await pageCall(args, getStaffClip, { params: { id: args.params.id } })).data

export default function ClipPage({ loaderData: clip }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const room = useRouteLoaderData<typeof roomLoader>('staff-clips')
  const categories = room?.choices.categories ?? []
  const { id, name, state, review_note, preview, poster, sprite_vtt } = clip
  /** After a decision about a clip in review the next one opens: of the list beside it, or of all. */
  const goOn = async (moved: readonly number[]) => {
    const next =
      state === 'in_review' && moved.includes(id)
        ? (nextInReview(room?.clips.data ?? [], id) ??
          nextInReview((await call(listStaffClips, { query: { state: 'in_review' } })).data, id))
        : undefined
    await revalidate()
    if (next) await navigate({ pathname: `/admin/catalog/${next.id}`, search: asked.toString() })
  }
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/catalog', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Clips
      </Link>
      <header className={page.head}>
        <h1>{name}</h1>
        <p className="mono">#{id}</p>
        <span className={desk.state} data-tone={stateTones[state]}>
          {stateWords[state]}
        </span>
        <p className={desk.ways}>
          <MoveButtons ids={[id]} moves={movesFrom(state)} title={name} onChanged={goOn} />
        </p>
      </header>
      {review_note && (
        <Banner kind="danger" title={state === 'draft' ? 'Sent back' : stateWords[state]}>
          {review_note}
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
          <p className={page.none}>There is no preview of it.</p>
        )}
        <Facts clip={clip} />
      </div>
      <section aria-labelledby="said">
        <h2 id="said">Words</h2>
        <WordsForm key={id} clip={clip} categories={categories} onSaved={revalidate} />
      </section>
      <LogList rows={clip.history} />
    </article>
  )
}

/** The first clip in review after this one, or before it. */
const nextInReview = (clips: readonly StaffClipRow[], id: number): StaffClipRow | undefined => {
  const at = clips.findIndex(clip => clip.id === id)
  return [...clips.slice(at + 1), ...clips.slice(0, Math.max(at, 0))].find(({ state }) => state === 'in_review')
}

const percent = (share: number) => `${Math.round(share * 100)}%`

type Fact = [label: string, value: string]

const techFacts = (fps: number, tech: NonNullable<StaffClip['tech']>): Fact[] => [
  ['Master', `${tech.codec}, ${tech.bit_depth} bit, ${megabytes(tech.size_bytes)}`],
  ['Rate', `${Number(fps.toFixed(3))} fps, ${tech.frames} frames`],
  ['Timecode', tech.start_timecode ?? 'None'],
]
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

const lookFacts = (look: NonNullable<StaffClip['look']>): Fact[] => [
  ['Brightness', percent(look.brightness)],
  ['Motion', `${percent(look.motion_energy)}, ${look.motion_direction}`],
]

const Facts = ({ clip }: { clip: StaffClip }) => {
  const { filmmaker, shoot, scene, collections, tech, look, formats, published_at } = clip
  const facts: Fact[] = [
    ['Filmmaker', filmmaker.name],
    ['Collection', scene ? `${shoot.name}, ${scene.name}` : shoot.name],
    ['Curated in', collections.map(({ name }) => name).join(', ') || 'None'],
    ['Published', published_at ? momentOf(published_at) : 'Never'],
    ['Size', `${clip.width} × ${clip.height}, ${clip.duration_in_seconds.toFixed(1)} s`],
    ['Formats', formats.join(', ') || 'None'],
    ['Production', clip.production],
    ...(tech ? techFacts(clip.fps, tech) : []),
    ...(look ? lookFacts(look) : []),
    ['Popularity', percent(clip.popularity)],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {look && (
        <div>
          <dt>Colors</dt>
          <dd className={css.palette}>
            {look.palette.map(hex => (
              <span key={hex} style={{ background: hex }} title={hex} />
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
