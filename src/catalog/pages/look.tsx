/** Finding by eye: clips rich in a color, or like a frame. */
import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'
import { Disclosure } from '#ui/disclosure.tsx'

import { ClipGrid } from '../clip-grid.tsx'
import { ColorPicker } from '../looks/color-picker.tsx'
import { listClipsByColor, listClipsByLook } from '../looks/contract.ts'
import { FrameDrop } from '../looks/frame-drop.tsx'
import { notesOf, shownLikeClip } from '../looks/like-clip.ts'
import { eyePath, look_path, readEye, type Eye } from '../looks/look-path.ts'
import { Mosaic } from '../looks/mosaic.tsx'
import { duller_shade } from '../looks/reasons.ts'
import { colorTitle } from '../looks/swatches.ts'
import { clipCount } from '../parts/counts.ts'
import { Pager } from '../parts/pager.tsx'
import type { Route } from './+types/look'

import styles from './look.module.css'

const per_page = 60

export const loader = async (args: Route.LoaderArgs) => {
  const { searchParams } = args.url
  const eye = readEye(searchParams)
  if (!eye) return { eye: undefined, broken: searchParams.size > 0, clips: [], pages: undefined }
  const asked = Number(searchParams.get('page') ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1_000 ? asked : 1
  const paged = { page: String(page), per_page: String(per_page) }
  const found =
    eye.by === 'color'
      ? await pageCall(args, listClipsByColor, { query: { hex: eye.hex, ...paged } })
      : await pageCall(args, listClipsByLook, { query: { like: eye.code, ...paged } })
  return { eye, broken: false, clips: found.data.map(shownLikeClip), pages: found.meta.pagination }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Find footage by color or picture',
    description: 'Pick a color or show a picture: the clips that have it, and those that look like it, best first.',
    path: look_path,
    noindex: loaderData?.eye !== undefined,
  })

const titleOf = (eye: Eye | undefined) =>
  !eye ? 'Find by eye' : eye.by === 'color' ? colorTitle(eye.hex) : 'Clips that look like your frame'

export default function LookPage({ loaderData }: Route.ComponentProps) {
  const { eye, broken, clips, pages } = loaderData
  return (
    <>
      <header className={styles.head}>
        <div className={styles.asked}>
          {eye?.by === 'color' && <span className={styles.color} style={{ background: `#${eye.hex}` }} />}
          {eye?.by === 'frame' && <Mosaic code={eye.code} />}
          <div aria-live="polite">
            <h1>{titleOf(eye)}</h1>
            {pages && <p>{summaryOf(eye, pages.total, clips[0]?.reasons[0])}</p>}
            {!eye && <p>Pick a color, or show us a picture. Each clip says why it is there.</p>}
            {broken && <p role="alert">That link is not complete. Please pick a color or choose the picture again.</p>}
          </div>
        </div>
        {/* On a phone the clips come first, once there are some; elsewhere there is room for both. */}
        <Disclosure
          plain
          open={!eye}
          summary="Another color or picture"
          className={cx(styles.another, !eye && styles.first)}
        >
          <div className={styles.tools}>
            <section aria-labelledby="by-color">
              <h2 id="by-color">By color</h2>
              <ColorPicker hex={eye?.by === 'color' ? eye.hex : undefined} />
            </section>
            <section aria-labelledby="by-picture">
              <h2 id="by-picture">By picture</h2>
              <FrameDrop />
            </section>
          </div>
        </Disclosure>
      </header>
      {clips.length > 0 && <ClipGrid clips={clips} notes={notesOf(clips)} />}
      {eye && pages && <Pager page={pages.page} last_page={pages.total_pages} to={page => eyePath(eye, page)} />}
    </>
  )
}

const summaryOf = (eye: Eye | undefined, total: number, first: string | undefined) => {
  if (total === 0) return 'No clip comes near it. Another shade may find some.'
  if (first === duller_shade) return 'No clip has this very color. These come nearest.'
  return `${clipCount(total)}, ${eye?.by === 'color' ? 'most of it first' : 'most alike first'}`
}
