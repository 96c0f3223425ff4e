/** A board as a tile of its first clips: one large picture and three small ones, which play on hover. */
import { Link2, Star } from 'lucide-react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { hoverLoopProps } from '#catalog/hover-loop.ts'
import { IconButton } from '#ui/icon-button.tsx'

import type { BoardCard } from '../contract.ts'
import { boardPath } from '../paths.ts'
import { useFavorite } from '../use-boards.ts'

import styles from './board-tile.module.css'

const slots = [0, 1, 2, 3]

export const BoardTile = ({ board, eager = false }: { board: BoardCard; eager?: boolean }) => {
  const { name, clips, clip_count, maker, favorite, is_shared } = board
  const setFavorite = useFavorite()
  return (
    <li className={styles.tile}>
      <Link to={boardPath(board)} className={styles.link}>
        <span className={styles.pictures} data-count={Math.min(clips.length, slots.length)}>
          {slots.map(slot => {
            const clip = clips[slot]
            return (
              <span key={slot} className={styles.picture} {...hoverLoopProps(clip?.hover ?? undefined)}>
                {clip && (
                  <ClipThumb
                    thumbs={clip.thumbs}
                    sizes={slot === 0 ? '(width < 570px) 66vw, 24vw' : '(width < 570px) 33vw, 12vw'}
                    eager={eager}
                  />
                )}
              </span>
            )
          })}
        </span>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          <span>{clip_count === 1 ? '1 clip' : `${clip_count} clips`}</span>
          {!maker.is_you && maker.name && <span>by {maker.name}</span>}
          {is_shared && (
            <span className={styles.shared}>
              <Link2 aria-hidden />
              Shared by link
            </span>
          )}
        </span>
      </Link>
      <span className={styles.star} data-on={favorite || undefined}>
        <IconButton
          icon={Star}
          kind="on-picture"
          label={`${name} is a favorite`}
          aria-pressed={favorite}
          onClick={() => setFavorite.mutate({ board, favorite: !favorite })}
        />
      </span>
    </li>
  )
}
