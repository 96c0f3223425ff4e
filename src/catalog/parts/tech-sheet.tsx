/** The measured technical details of a clip as a definition list. */
import { Timecode } from '#ui/timecode.tsx'

import type { ClipDetail } from '../contract.ts'
import { listTechFacts } from './tech-facts.ts'

import styles from './tech-sheet.module.css'

export const TechSheet = ({ clip }: { clip: ClipDetail }) => (
  <dl className={styles.sheet}>
    <div>
      <dt>Length</dt>
      <dd>
        <Timecode seconds={clip.duration_in_seconds} fps={clip.fps} />
      </dd>
    </div>
    {listTechFacts(clip).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
