/** Waiting, as the sweep of a film leader. */
import { cx } from './cx.ts'

import styles from './spinner.module.css'

type SpinnerProps = {
  /** Diameter in pixels. */
  size?: 16 | 24 | 32 | 72
  /** Read aloud; leave out where words beside it say it already. */
  label?: string
  className?: string
}

export const Spinner = ({ size = 24, label, className }: SpinnerProps) => (
  <span
    className={cx(styles.spinner, className)}
    style={{ width: size, height: size }}
    role={label ? 'status' : undefined}
  >
    {label ? <span className="visually-hidden">{label}</span> : null}
  </span>
)

/** Covers the whole screen until what was asked for is here. */
export const LoadingScreen = () => (
  <output className={styles.screen}>
    <Spinner size={72} />
    <span>Loading</span>
  </output>
)
