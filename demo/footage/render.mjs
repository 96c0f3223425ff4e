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

  Options
    --only a,b       clip ids (prefixes count: "ocean" takes every clip whose id begins so)
    --force          render again although the file exists
    --out DIR        where the MP4 files go             (default: clips, beside this script)
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

const HERE = dirname(fileURLToPath(import.meta.url));
const argv = process.argv.slice(2);
const mode = argv.shift() || 'list';
const opt = {};
for (let i = 0; i < argv.length; i++) {
  const k = argv[i].replace(/^--/, '');
  opt[k] = argv[i + 1] && !argv[i + 1].startsWith('--') ? argv[++i] : true;
}
const OUT = resolve(opt.out || join(HERE, 'clips'));
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

/* ---- runs inside the page ---- */
function pageSetup({ W, H, scale, frag, params, grade, seed, dur }) {
  const c = document.createElement('canvas'); c.width = W; c.height = H; document.body.replaceChildren(c);
  const gl = c.getContext('webgl2', { preserveDrawingBuffer: true, alpha: false, antialias: false, depth: false });
  if (!gl) throw new Error('no WebGL2');
  if (!gl.getExtension('EXT_color_buffer_float') && !gl.getExtension('EXT_color_buffer_half_float')) throw new Error('no float target');
  const dbg = gl.getExtension('WEBGL_debug_renderer_info');
  const compile = (t, s) => { const x = gl.createShader(t); gl.shaderSource(x, s); gl.compileShader(x);
    if (!gl.getShaderParameter(x, gl.COMPILE_STATUS)) throw new Error('GLSL: ' + gl.getShaderInfoLog(x)); return x; };
  const program = f => { const p = gl.createProgram();
    gl.attachShader(p, compile(gl.VERTEX_SHADER, '#version 300 es\nin vec2 a;void main(){gl_Position=vec4(a,0.0,1.0);}'));
    gl.attachShader(p, compile(gl.FRAGMENT_SHADER, f)); gl.bindAttribLocation(p, 0, 'a'); gl.linkProgram(p);
    if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error('link: ' + gl.getProgramInfoLog(p)); return p; };
  const loc = (p, n) => gl.getUniformLocation(p, n);
  const target = (w, h) => { const t = gl.createTexture(); gl.bindTexture(gl.TEXTURE_2D, t);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, w, h);
    for (const [k, v] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, k, v);
    const f = gl.createFramebuffer(); gl.bindFramebuffer(gl.FRAMEBUFFER, f);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t, 0); return { t, f, w, h }; };
  const bf = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, bf);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);

  const scene = program(frag);
  const HEAD = '#version 300 es\nprecision highp float;precision highp int;out vec4 o;uniform sampler2D s;uniform vec2 px;\n';
  const down = program(HEAD + `void main(){vec2 u=gl_FragCoord.xy*2.0*px;vec3 a=vec3(0.0);
    for(int j=-1;j<=1;j+=2)for(int i=-1;i<=1;i+=2)a+=min(texture(s,u+vec2(float(i),float(j))*px).rgb,vec3(14.0));o=vec4(a*0.25,1.0);}`);
  const up = program(HEAD + `void main(){vec2 u=gl_FragCoord.xy*0.5*px;vec3 a=vec3(0.0);float ws=0.0;
    for(int j=-1;j<=1;j++)for(int i=-1;i<=1;i++){float w=float((2-i*i)*(2-j*j));a+=w*texture(s,u+vec2(float(i),float(j))*px).rgb;ws+=w;}o=vec4(a/ws,1.0);}`);
  const finish = program(HEAD + `uniform sampler2D b;uniform vec2 res;uniform uint frame;uniform float exposure,contrast,saturation,gamma,bloom,halation,vignette,grain,aberration,fade;uniform vec3 gain,lift;
    float rnd(uvec3 v){uint h=v.x*0x9E3779B1u^v.y*0x85EBCA77u^v.z*0xC2B2AE3Du;h^=h>>15;h*=0x2C1B3C6Du;h^=h>>12;h*=0x297A2D39u;h^=h>>15;return float(h>>8)/16777216.0;}
    float gr(vec2 p){return rnd(uvec3(uvec2(p),frame))+rnd(uvec3(uvec2(p)+uvec2(7919u,104729u),frame))-1.0;}
    void main(){vec2 fc=gl_FragCoord.xy;vec2 u=fc/res;vec2 d=(u-0.5);float r2=dot(d*vec2(min(res.x/res.y,1.9),1.0),d*vec2(min(res.x/res.y,1.9),1.0));
      vec2 ca=d*r2*aberration*6.0/res.y;
      vec3 c=vec3(texture(s,u+ca).r,texture(s,u).g,texture(s,u-ca).b);
      vec3 bl=texture(b,u).rgb/6.0;
      c=mix(c,bl,bloom)+bl*bloom*halation*vec3(0.9,0.25,0.05);
      c*=exposure*gain;
      c*=1.0-vignette*smoothstep(0.08,1.15,r2*1.55);
      float L=dot(c,vec3(0.24,0.68,0.08));
      c=mix(c,vec3(L),0.55*smoothstep(0.9,6.0,L));
      c=1.0-exp(-c*(1.0+0.28*c)/(1.0+0.12*c));
      c=pow(c,vec3(1.0/(2.2*gamma)));
      c=max(c-0.018,0.0)/0.982;c=mix(c,c*c*(3.0-2.0*c),0.42+(contrast-1.0));
      float Y=dot(c,vec3(0.2126,0.7152,0.0722));
      c=mix(vec3(Y),c,saturation);
      c=c+lift*(1.0-c)*(1.0-c);
      float g=gr(fc)*0.6+0.4*(gr(floor(fc*0.5)+vec2(531.0,97.0)));
      c+=g*grain*(0.45+1.1*sqrt(max(Y,0.0))*(1.0-0.6*Y));
      c*=1.0-fade;
      o=vec4(clamp(c,0.0,1.0),1.0);}`);

  const SW = Math.round(W * scale), SH = Math.round(H * scale), A = target(SW, SH), chain = []; let w = SW, h = SH;
  for (let i = 0; i < 6; i++) { w = Math.max(2, w >> 1); h = Math.max(2, h >> 1); chain.push(target(w, h)); }
  gl.disable(gl.DEPTH_TEST);
  const pass = (p, src, dst) => { gl.useProgram(p); gl.bindFramebuffer(gl.FRAMEBUFFER, dst ? dst.f : null);
    gl.viewport(0, 0, dst ? dst.w : W, dst ? dst.h : H); gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, src.t);
    gl.uniform1i(loc(p, 's'), 0); gl.uniform2f(loc(p, 'px'), 1 / src.w, 1 / src.h); };
  gl.useProgram(scene);
  gl.uniform2f(loc(scene, 'uRes'), SW, SH); gl.uniform1f(loc(scene, 'uDur'), dur); gl.uniform1ui(loc(scene, 'uSeed'), seed >>> 0);
  for (const [k, v] of Object.entries(params)) { const l = loc(scene, k); const a = [].concat(v); if (l) gl['uniform' + a.length + 'fv'](l, a); }
  const hal = (i, b) => { let f = 1, r = 0; while (i > 0) { f /= b; r += f * (i % b); i = Math.floor(i / b); } return r; };
  window.__frame = (t, dt, n, frame, quality) => {
    gl.useProgram(scene); gl.bindFramebuffer(gl.FRAMEBUFFER, A.f); gl.viewport(0, 0, SW, SH);
    gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE); gl.uniform1f(loc(scene, 'uWeight'), 1 / n);
    for (let k = 0; k < n; k++) {
      gl.uniform1f(loc(scene, 'uTime'), t + dt * 0.5 * (k + 0.5) / n - dt * 0.25);
      gl.uniform2f(loc(scene, 'uJit'), n > 1 ? hal(k + 1, 2) - 0.5 : 0, n > 1 ? hal(k + 1, 3) - 0.5 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3); gl.flush();
    }
    gl.disable(gl.BLEND);
    let s = A; for (const d of chain) { pass(down, s, d); gl.drawArrays(gl.TRIANGLES, 0, 3); s = d; }
    gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE);
    for (let i = chain.length - 1; i > 0; i--) { pass(up, chain[i], chain[i - 1]); gl.drawArrays(gl.TRIANGLES, 0, 3); }
    gl.disable(gl.BLEND);
    pass(finish, A, null); gl.activeTexture(gl.TEXTURE1); gl.bindTexture(gl.TEXTURE_2D, chain[0].t); gl.uniform1i(loc(finish, 'b'), 1);
    gl.uniform2f(loc(finish, 'res'), W, H); gl.uniform1ui(loc(finish, 'frame'), (frame + seed * 131) >>> 0);
    for (const k of ['exposure', 'contrast', 'saturation', 'gamma', 'bloom', 'halation', 'vignette', 'grain', 'aberration', 'fade']) gl.uniform1f(loc(finish, k), grade[k]);
    gl.uniform3fv(loc(finish, 'gain'), grade.gain); gl.uniform3fv(loc(finish, 'lift'), grade.lift);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return c.toDataURL('image/jpeg', quality).split(',')[1];
  };
  return gl.getParameter(dbg ? dbg.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
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

const size = c => [c.width || 854, c.height || 480];
async function openClip(browser, c, W, H) {
  const { frag, params } = loadShader(c.shader);
  for (const k of Object.keys(c.params || {})) if (!(k in params)) throw new Error(`${c.id}: shader ${c.shader} has no parameter ${k}`);
  const page = await browser.newPage();
  page.on('console', m => console.log('  page:', m.text()));
  await page.evaluate(pageSetup, { W, H, scale: c.scale || 1, frag, params: { ...params, ...c.params }, grade: { ...DEFAULT_GRADE, ...c.grade }, seed: c.seed, dur: c.duration || 6 });
  return page;
}
const sleep = ms => new Promise(r => setTimeout(r, ms));
const frameAt = (page, c, i, n, q) => {
  const fps = c.fps || 24, sp = c.speed || 1;
  return page.evaluate(([t, dt, n, f, q]) => window.__frame(t, dt, n, f, q), [(c.start || 0) + i / fps * sp, sp / fps, n, i, q]);
};

if (mode === 'list') {
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
    const cw = Math.round(854 * sc), ch = Math.round(480 * sc);
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
