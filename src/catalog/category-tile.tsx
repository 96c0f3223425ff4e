/** A tile of a category or subcategory: a frame of its footage and its name. */
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { Cover } from './collections-contract.ts'
import { formatClipCount } from './counts.ts'
import { categoryPath } from './paths.ts'

import styles from './category-tile.module.css'

type CategoryTileProps = { slug: string; name: string; clip_count: number; cover: Cover | null; eager?: boolean }

export const CategoryTile = ({ slug, name, clip_count, cover, eager = false }: CategoryTileProps) => (
  <Link to={categoryPath({ slug })} className={styles.tile}>
    <span className={styles.frame}>
      {cover && <ClipThumb thumbs={cover.thumbs} sizes="(width < 570px) 50vw, 320px" eager={eager} />}
    </span>
    <span className={styles.name}>{name}</span>
    <span className={styles.count}>{formatClipCount(clip_count)}</span>
  </Link>
)
