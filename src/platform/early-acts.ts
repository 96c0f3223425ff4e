/**
 * What a visitor types and presses before the page's scripts are there: kept by a few lines in <head>, and carried out once the
 * page is alive. Links, popovers, and forms that lead somewhere by themselves work without us and are left alone.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Written = { value: string; checked: boolean }

declare global {
  interface Window {
    /** Gone once the page is alive. */
    early?: { fields: Map<Control, Written>; press: HTMLButtonElement | undefined; end: () => void }
  }
}

/** Runs in <head>; give its <script> the nonce. Of several presses the last one counts. */
export const earlyScript = `(function(){var early={fields:new Map,press:undefined},on={
click:function(e){var b=e.target instanceof Element&&e.target.closest('button');if(!b||b.hasAttribute('popovertarget')||b.type==='submit'&&b.form&&b.form.hasAttribute('action'))return;keep(e,b)},
submit:function(e){if(!e.target.hasAttribute('action'))keep(e,e.submitter||e.target.querySelector('button[type=submit],button:not([type])'))},
input:function(e){var f=e.target;if(f instanceof Element&&f.matches('input:not([type=file]),textarea,select'))early.fields.delete(f),early.fields.set(f,{value:f.value,checked:f.checked})}}
function keep(e,button){e.preventDefault();e.stopImmediatePropagation();early.press=button||early.press}
for(var type in on)addEventListener(type,on[type],true)
early.end=function(){for(var type in on)removeEventListener(type,on[type],true)}
window.early=early})()`

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

const write = (control: Control, { value, checked }: Written) => {
  // React hears of a change only where it held something else to be shown.
  if (isTicked(control)) {
    control.checked = !checked
    control.click()
    return
  }
  control.value = ''
  const ofElements = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
  ofElements?.set?.call(control, value)
  // React hears of a choice by "change" alone; by "input" it would put back the choice that it knows.
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * To be called once, as soon as React hears what happens, before anything else can. Answers what carries out the acts kept,
 * to be called when the page's forms have set their fields to what they begin with.
 */
export const endEarly = (): (() => void) => {
  const { early } = window
  if (!early) return () => {}
  early.end()
  // What is typed or pressed from here on counts instead of what was kept.
  const newer = new AbortController()
  const options = { capture: true, signal: newer.signal }
  addEventListener('input', ({ target }) => early.fields.delete(target as Control), options)
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('button')) early.press = undefined
    },
    options,
  )
  const carryOut = () => {
    newer.abort()
    delete window.early
    for (const [control, written] of early.fields) if (control.isConnected) write(control, written)
    // Once React has drawn what was written: what a press does may hang on it.
    setTimeout(() => {
      if (early.press?.isConnected) early.press.click()
    })
  }
  // Never inside an event that React is about to tell: it would tell of what stands in the field afterwards.
  return () => void setTimeout(carryOut)
}
