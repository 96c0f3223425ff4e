#!/usr/bin/env node
/*
  render.mjs - deterministic shader-to-footage renderer for the demo catalog.

  Each clip is a fragment shader (shaders/NAME.glsl) plus a seed, named parameters and a color
  grade, all listed in clips.mjs. A headless Chromium draws the frames with WebGL2 on the CPU
  (Mesa llvmpipe where it is installed, else SwiftShader), in linear half-float HDR; a shared finishing
  pass adds bloom, filmic tone curve, grade, vignette and grain; ffmpeg encodes H.264.

  Same clip entry + same seed => same frames (no clock, no random source; all noise is hashed from the seed).

  Usage
    node render.mjs queue   [--only id,id] [--force] [--out DIR]     render every clip that has no file yet
    node render.mjs preview --only id,id [--at 0.1,0.5,0.9] [--scale 0.5] [--samples 1] [--file sheet.png]
    node render.mjs list                                             clips, and which files exist
    node render.mjs export  > scenes.json                            the scenes for render-gpu.py

  Options
    --only a,b       clip ids (prefixes count: "ocean" takes every clip whose id begins so)
    --force          render again although the file exists
    --out DIR        where the MP4 files go             (default: clips-1080, beside this script)
    --at f,f         preview: moments as fractions of the clip
    --scale s        preview: size factor
    --samples n      sub-frame samples per frame (anti-aliasing + 180-degree shutter); default: per clip
    --backend b      auto | llvmpipe | swiftshader      (default auto)
    --max-kb n       re-encode at a higher crf until a file is below this size (default 800)

  Environment
    CHROMIUM         browser program (default: chromium, found on PATH)
    PLAYWRIGHT_CORE  module to import for playwright-core (default: playwright-core)
    PAUSE_FILE       while this file exists a queue waits between frames (lets a preview go first)

  A clip is written to a temporary name and renamed when complete, so a stopped queue resumes cleanly.
*/
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync, mkdtempSync } from 'node:fs';
import { dirname, join, resolve, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import { GRADE_NUMBERS, passes } from './finish.mjs';
import { pageSetup } from './page.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const argv = process.argv.slice(2);
const mode = argv.shift() || 'list';
const opt = {};
for (let i = 0; i < argv.length; i++) {
  const k = argv[i].replace(/^--/, '');
  opt[k] = argv[i + 1] && !argv[i + 1].startsWith('--') ? argv[++i] : true;
}
const OUT = resolve(opt.out || join(HERE, 'clips-1080'));
const { clips: ALL, baseGrade } = await import('./clips.mjs');
const only = opt.only ? String(opt.only).split(',') : null;
const chosen = only ? ALL.filter(c => only.some(o => c.id.startsWith(o))) : ALL;

const DEFAULT_GRADE = {
  exposure: 1, contrast: 1, saturation: 1, gain: [1, 1, 1], lift: [0, 0, 0], gamma: 1,
  bloom: 0.08, halation: 0.25, vignette: 0.32, grain: 0.013, aberration: 0.15, fade: 0, ...baseGrade,
};

function loadShader(name) {
  const common = readFileSync(join(HERE, 'shaders', 'common.glsl'), 'utf8');
  const src = readFileSync(join(HERE, 'shaders', name + '.glsl'), 'utf8');
  const params = {}; let decl = '';
  for (const m of src.matchAll(/^\/\/\s*@param\s+(float|vec2|vec3|vec4)\s+(\w+)\s+([-\d.\s]+)/gm)) {
    params[m[2]] = m[3].trim().split(/\s+/).map(Number); decl += `uniform ${m[1]} ${m[2]};\n`;
  }
  const frag = `#version 300 es
precision highp float;precision highp int;
uniform vec2 uRes;uniform float uTime;uniform float uDur;uniform uint uSeed;uniform vec2 uJit;uniform float uWeight;
out vec4 fragOut;
${decl}
#line 1
${common}
#line 1
${src}
void main(){vec3 c=scene(gl_FragCoord.xy+uJit);c=clamp(c,vec3(0.0),vec3(60.0));if(!(c.x+c.y+c.z>=0.0))c=vec3(0.0);fragOut=vec4(c*uWeight,1.0);}`;
  return { frag, params };
}

const onPath = n => process.env.PATH.split(delimiter).map(d => join(d, n)).find(existsSync);
async function openBrowser() {
  const { chromium } = await import(process.env.PLAYWRIGHT_CORE || 'playwright-core');
  const exe = process.env.CHROMIUM || ['chromium', 'chromium-browser', 'google-chrome'].map(onPath).find(Boolean);
  const common = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--ignore-gpu-blocklist', '--disable-gpu-watchdog'];
  const kinds = { llvmpipe: [['--use-gl=angle', '--use-angle=gl-egl'], { LIBGL_ALWAYS_SOFTWARE: '1', EGL_PLATFORM: 'surfaceless', GALLIUM_DRIVER: 'llvmpipe' }],
    swiftshader: [['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'], {}] };
  for (const k of !opt.backend || opt.backend === 'auto' ? ['llvmpipe', 'swiftshader'] : [opt.backend]) {
    const b = await chromium.launch({ executablePath: exe, env: { ...process.env, ...kinds[k][1] }, args: [...common, ...kinds[k][0]] });
    const p = await b.newPage();
    const ok = await p.evaluate(() => { const g = document.createElement('canvas').getContext('webgl2'); return !!g && !!g.getExtension('EXT_color_buffer_float'); });
    await p.close();
    if (ok) return b;
    await b.close();
  }
  throw new Error('no usable WebGL2 backend');
}

const size = c => [c.width, c.height];
async function openClip(browser, c, W, H) {
  const { frag, params } = loadShader(c.shader);
  for (const k of Object.keys(c.params || {})) if (!(k in params)) throw new Error(`${c.id}: shader ${c.shader} has no parameter ${k}`);
  const page = await browser.newPage();
  page.on('console', m => console.log('  page:', m.text()));
  await page.evaluate(pageSetup, { W, H, scale: c.scale || 1, frag, params: { ...params, ...c.params }, grade: { ...DEFAULT_GRADE, ...c.grade }, gradeNumbers: GRADE_NUMBERS, passes, seed: c.seed, dur: c.duration || 6 });
  return page;
}
const sleep = ms => new Promise(r => setTimeout(r, ms));
const frameAt = (page, c, i, n, q) => {
  const fps = c.fps || 24, sp = c.speed || 1;
  return page.evaluate(([t, dt, n, f, q]) => window.__frame(t, dt, n, f, q), [(c.start || 0) + i / fps * sp, sp / fps, n, i, q]);
};

if (mode === 'export') {
  // For render-gpu.py: everything that it needs, as one JSON document.
  const scenes = chosen.map(c => { const { frag, params } = loadShader(c.shader), [width, height] = size(c);
    return { fps: 24, duration: 6, speed: 1, start: 0, samples: 2, scale: 1, ...c, width, height, frag, params: { ...params, ...c.params }, grade: { ...DEFAULT_GRADE, ...c.grade } }; });
  console.log(JSON.stringify({ passes, gradeNumbers: GRADE_NUMBERS, scenes }));
} else if (mode === 'list') {
  for (const c of chosen) console.log((existsSync(join(OUT, c.id + '.mp4')) ? 'done  ' : '-     ') + c.id.padEnd(34) + c.shader);
} else if (mode === 'preview') {
  const at = String(opt.at || '0.1,0.5,0.9').split(',').map(Number), sc = +(opt.scale || 0.5);
  const pf = process.env.PAUSE_FILE; if (pf) writeFileSync(pf, '');
  const dir = mkdtempSync(join(tmpdir(), 'prev-'));
  try {
    const b = await openBrowser(); let k = 0;
    for (const c of chosen) {
      const [w, h] = size(c), W = Math.round(w * sc), H = Math.round(h * sc);
      let page; try { page = await openClip(b, c, W, H); } catch (e) { console.log(c.id, String(e.message).slice(0, 900)); continue; }
      const n = +(opt.samples || 1), ts = [];
      for (const f of at) { const t0 = Date.now();
        const d = await frameAt(page, c, Math.round(f * (c.duration || 6) * (c.fps || 24)), n, 1); ts.push(Date.now() - t0);
        writeFileSync(join(dir, String(k++).padStart(3, '0') + '.jpg'), Buffer.from(d, 'base64')); }
      console.log(c.id.padEnd(28), ts.join(' '), 'ms; est full-size per sample', Math.round(Math.min(...ts) / n / sc / sc));
      await page.close();
    }
    await b.close();
    const cw = Math.round(1920 * sc), ch = Math.round(1080 * sc);
    if (k) spawnSync('ffmpeg', ['-y', '-loglevel', 'error', '-reinit_filter', '0', '-i', join(dir, '%03d.jpg'), '-vf', `scale=${cw}:${ch}:force_original_aspect_ratio=decrease:eval=frame,pad=${cw}:${ch}:-1:-1:eval=frame,tile=${at.length}x${k / at.length}:padding=4`, '-frames:v', '1', opt.file || 'sheet.png'], { stdio: 'inherit' });
  } finally { rmSync(dir, { recursive: true, force: true }); if (pf) rmSync(pf, { force: true }); }
} else if (mode === 'queue') {
  mkdirSync(OUT, { recursive: true });
  const todo = chosen.filter(c => opt.force || !existsSync(join(OUT, c.id + '.mp4')));
  if (!todo.length) { console.log('nothing to do'); process.exit(0); }
  let b = await openBrowser();
  for (const c of todo) {
    const [W, H] = size(c), fps = c.fps || 24, N = Math.round((c.duration || 6) * fps), n = +(opt.samples || c.samples || 2), t0 = Date.now();
    const raw = join(OUT, '.' + c.id + '.mkv'), tmp = join(OUT, '.' + c.id + '.part.mp4'), fin = join(OUT, c.id + '.mp4');
    try {
      const page = await openClip(b, c, W, H);
      const ff = spawn('ffmpeg', ['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(fps), '-c:v', 'mjpeg', '-i', '-', '-c', 'copy', raw], { stdio: ['pipe', 'inherit', 'inherit'] });
      const closed = new Promise(r => ff.on('close', r));
      for (let i = 0; i < N; i++) {
        while (process.env.PAUSE_FILE && existsSync(process.env.PAUSE_FILE)) await sleep(250);
        const d = await frameAt(page, c, i, n, 1);
        if (!ff.stdin.write(Buffer.from(d, 'base64'))) await new Promise(r => ff.stdin.once('drain', r));
      }
      ff.stdin.end(); await closed; await page.close();
      const t1 = Date.now(), cap = +(opt['max-kb'] || c.maxKb || 800) * 1024; let crf = c.crf || 23;
      for (;;) {
        const r = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', raw, '-an', '-vf', 'scale=in_range=full:out_range=tv:out_color_matrix=bt709,format=yuv420p',
          '-c:v', 'libx264', '-profile:v', 'high', '-preset', 'medium', '-crf', String(crf), '-aq-mode', '3', '-x264-params', 'deblock=-1,-1:psy-rd=1.0,0.10', '-threads', '2',
          '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', tmp], { stdio: 'inherit' });
        if (r.status !== 0) throw new Error('ffmpeg failed');
        const over = statSync(tmp).size / cap; if (over <= 1 || crf >= 35) break;
        crf = Math.min(35, crf + Math.max(1, Math.ceil(4.2 * Math.log2(over))));
      }
      renameSync(tmp, fin);
      console.log(new Date().toISOString().slice(11, 19), c.id.padEnd(32), `${N} frames x${n}`, ((t1 - t0) / N).toFixed(0) + ' ms/frame', `crf ${crf}`, Math.round(statSync(fin).size / 1024) + ' KB');
    } catch (e) {
      console.log('FAILED', c.id, String(e.message).slice(0, 1200));
      try { await b.close(); } catch {} b = await openBrowser();
    } finally { rmSync(raw, { force: true }); rmSync(tmp, { force: true }); }
  }
  await b.close();
} else { console.log('unknown mode ' + mode); process.exit(2); }
