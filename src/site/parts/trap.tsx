/** A field that no person sees or reaches: what fills it in is a program. */
import type { ComponentProps } from 'react'

import css from './trap.module.css'

export const Trap = (field: ComponentProps<'input'>) => (
  <div className={css.trap} aria-hidden="true">
    <label>
      Website
      <input {...field} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
