/**
 * Records what a visitor types and clicks before the page has hydrated, with a small script in <head>, and replays it
 * afterwards. Links, popovers and forms with an action work without JavaScript and are not recorded.
 */

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type RecordedField = { value: string; checked: boolean }

declare global {
  interface Window {
    /** Deleted once the recording is replayed. */
    early?: { fields: Map<FormControl, RecordedField>; press: HTMLButtonElement | undefined; end: () => void }
  }
}

/** Runs in <head>; give its <script> the nonce. Only the last of several clicks is replayed. */
export const HYDRATION_REPLAY_SCRIPT = `(function(){var early={fields:new Map,press:undefined},on={
click:function(e){var b=e.target instanceof Element&&e.target.closest('button');if(!b||b.hasAttribute('popovertarget')||b.type==='submit'&&b.form&&b.form.hasAttribute('action'))return;keep(e,b)},
submit:function(e){if(!e.target.hasAttribute('action'))keep(e,e.submitter||e.target.querySelector('button[type=submit],button:not([type])'))},
input:function(e){var f=e.target;if(f instanceof Element&&f.matches('input:not([type=file]),textarea,select'))early.fields.delete(f),early.fields.set(f,{value:f.value,checked:f.checked})}}
function keep(e,button){e.preventDefault();e.stopImmediatePropagation();early.press=button||early.press}
for(var type in on)addEventListener(type,on[type],true)
early.end=function(){for(var type in on)removeEventListener(type,on[type],true)}
window.early=early})()`

const isCheckable = (control: FormControl): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

const restoreField = (control: FormControl, { value, checked }: RecordedField) => {
  // React fires a change event only when the value differs from the last one it rendered.
  if (isCheckable(control)) {
    control.checked = !checked
    control.click()
    return
  }
  control.value = ''
  const valueProperty = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
  valueProperty?.set?.call(control, value)
  // For a select, React listens only to "change". On "input" it would restore the option it knows.
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Stops the recording. Call it once, as soon as React handles events. Returns a function that replays the recording;
 * call that after the page's forms have set their initial values.
 */
export const stopRecording = (): (() => void) => {
  const { early } = window
  if (!early) return () => {}
  early.end()
  // From here on, new input replaces recorded input.
  const recordingEnd = new AbortController()
  const options = { capture: true, signal: recordingEnd.signal }
  addEventListener('input', ({ target }) => early.fields.delete(target as FormControl), options)
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('button')) early.press = undefined
    },
    options,
  )
  const replay = () => {
    recordingEnd.abort()
    delete window.early
    for (const [control, state] of early.fields) if (control.isConnected) restoreField(control, state)
    // After React has rendered the restored fields, because the click may depend on them.
    setTimeout(() => {
      if (early.press?.isConnected) early.press.click()
    })
  }
  // Never inside an event that React is about to dispatch, because React would read the value the field has afterwards.
  return () => void setTimeout(replay)
}
