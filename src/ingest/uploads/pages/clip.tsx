/** A filmmaker's page for one of their clips: watch, describe, submit, correct. */
import { Link, useNavigate, useRevalidator } from 'react-router'

import { clipPath } from '#catalog/paths.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { LazyPlayer } from '#ui/player/lazy-player.tsx'
import { StatusLabel } from '#ui/status-label.tsx'

import { getDraft, type DraftClip } from '../drafts-contract.ts'
import { DeleteDraftButton, WithdrawButton } from '../parts/draft-actions.tsx'
import { DraftForm } from '../parts/draft-form.tsx'
import { canDo, uploadStates } from '../states.ts'
import type { Route } from './+types/clip'

import css from './uploads.module.css'

export const handle = { footer: false }

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.words.name : 'Clip', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, getDraft, { params: { id: args.params.id } })).data

export default function Draft({ loaderData: clip }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { id, state, words, notes } = clip
  const clipRef = { id, name: words.name }
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <p className={css.over}>
            {words.shoot}, clip {id}
          </p>
          <h1>{words.name}</h1>
        </div>
        <Link to="/filmmaker/uploads">Uploads</Link>
      </header>
      <div className={css.columns}>
        <div className={css.seen}>
          {clip.preview && (
            <LazyPlayer
              key={id}
              title={words.name}
              src={clip.preview}
              poster={clip.poster}
              ratio={clip.width / clip.height}
              fps={clip.fps}
              startTimecode={clip.start_timecode}
              duration={clip.duration_in_seconds}
              thumbs={clip.sprite_vtt}
              sound={clip.has_audio}
            />
          )}
          <DraftFacts clip={clip} />
          {notes.map(note => (
            <Banner key={note} title="Good to know">
              {note}
            </Banner>
          ))}
        </div>
        <div className={css.column}>
          <DraftStatus clip={clip} onChanged={revalidate} />
          {canDo(state, 'describe') && <DraftForm key={`${id} ${state}`} clip={clip} onSaved={revalidate} />}
          {canDo(state, 'delete') && (
            <p className={css.delete}>
              <DeleteDraftButton
                clip={clipRef}
                onChanged={revalidate}
                onDeleted={async () => navigate('/filmmaker/uploads')}
              />
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** The state of the clip and what it means. */
const DraftStatus = ({ clip, onChanged }: { clip: DraftClip; onChanged: () => Promise<void> }) => {
  const { id, slug, state, review_note, words } = clip
  if (state === 'declined')
    return (
      <Banner kind="danger" title="Our editors declined it">
        {review_note}
      </Banner>
    )
  if (state === 'in_review')
    return (
      <Banner title="In review" action={<WithdrawButton clip={{ id, name: words.name }} onChanged={onChanged} />}>
        Our editors look at it. You get a mail if they want something changed; otherwise it is in the shop soon.
      </Banner>
    )
  if (state === 'published')
    return (
      <Banner
        kind="success"
        title="In the shop"
        action={<ButtonLink to={clipPath({ id, slug })}>Look at its page</ButtonLink>}
      >
        Buyers find “{words.name}” by your description.
      </Banner>
    )
  if (state === 'withdrawn') return <Banner title="Withdrawn">{review_note || 'It was taken out of the shop.'}</Banner>
  return null
}

const DraftFacts = ({ clip }: { clip: DraftClip }) => {
  const entries: [label: string, value: string][] = [
    ['Size', `${clip.width} × ${clip.height}`],
    ['Rate', `${Number(clip.fps.toFixed(3))} fps`],
    ['Length', `${clip.duration_in_seconds.toFixed(1)} s`],
    ['Codec', clip.codec ?? 'Unknown'],
    ['Timecode', clip.start_timecode ?? 'None'],
  ]
  return (
    <dl className={css.facts}>
      <div>
        <dt>State</dt>
        <dd>
          <StatusLabel tone={uploadStates[clip.state].tone}>{uploadStates[clip.state].label}</StatusLabel>
        </dd>
      </div>
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
