// night_drive.glsl - traffic on a wet motorway at night, far out of focus. Every lamp is an aperture disc.
// @param float speed 15.0
// @param float coc 0.034
// @param vec3 sky 0.010 0.014 0.032
// @param vec3 lamp 1.0 0.55 0.20
// @param float wet 1.0
// @param float bend 1.0
// @param float focal 2.3
// @param float traffic 1.0
float disc(vec2 d,float R,vec2 at){
  // mechanical vignetting squeezes discs away from the center
  vec2 r=normalize(at+1e-4);float s=1.0+0.38*smoothstep(0.15,0.95,length(at));d+=r*dot(d,r)*(s-1.0);
  float a=atan(d.x,d.y);float k=cos(mod(a+0.3,TAU/9.0)-PI/9.0)/cos(PI/9.0);float l=length(d)*mix(1.0,k,0.4);
  return smoothstep(R*1.06,R*0.94,l)*(0.55+0.45*smoothstep(0.4*R,0.98*R,l))/(R*R);
}
vec2 project(vec3 p,vec2 cam){float x=p.x-bend*p.z*p.z*0.00065;return vec2((x-cam.x)/p.z,(p.y-cam.y)/p.z)*focal;}
vec3 scene(vec2 fc){
  float t=uTime;vec2 uv=screen(fc)+handheld(t,0.010);
  uv.y+=0.05;
  vec3 col=sky*(1.0+1.6*exp(-abs(uv.y)*5.0))+lamp*0.022*exp(-abs(uv.y+0.01)*6.0);
  float road=smoothstep(0.02,-0.10,uv.y);
  col=mix(col,sky*0.5+lamp*0.012,road);
  vec2 cam=vec2(0.6+0.4*sin(t*0.3),1.35);
  vec3 glow=vec3(0.0),refl=vec3(0.0);
  float energy=0.00055;
  // street lamps, both verges
  for(int i=0;i<16;i++){
    float z=mod(float(i)*15.0-t*speed,240.0)+3.0;
    for(int s=0;s<2;s++){
      float sx=s==0?-1.0:1.0;vec2 q=project(vec3(sx*9.5,8.2,z),cam);
      float f=smoothstep(240.0,150.0,z)*smoothstep(3.0,6.0,z);float R=coc*(0.80+3.2/z)+0.10/z;
      glow+=lamp*disc(uv-q,R,q)*energy*f*3.2;
      vec2 g=project(vec3(sx*8.0,-7.2,z),cam);vec2 d=uv-g;
      refl+=lamp*f*exp(-d.x*d.x/(R*R*1.1)-d.y*d.y/(R*R*14.0))*0.060;
    }
  }
  // vehicles: outbound tail lights right, oncoming head lights left
  for(int i=0;i<22;i++){
    float fi=float(i);vec3 r=rndv3(vec2(fi,11.0));
    bool on=i<11;float lane=on?(r.x<0.5?1.6:5.2):(r.x<0.5?-2.6:-6.2);
    float rel=on?(2.5+5.0*r.y)*(r.x<0.5?1.0:-0.5):speed*1.75+6.0*r.y;
    float z=on?4.0+mod(fi*17.0+r.z*16.0+rel*t*0.6,170.0):4.0+mod(fi*19.0+r.z*17.0-rel*t,200.0);
    if(r.y>traffic)continue;
    float f=smoothstep(4.0,9.0,z)*smoothstep(on?174.0:204.0,120.0,z);
    vec3 c=on?vec3(1.0,0.055,0.030):mix(vec3(1.0,0.86,0.66),vec3(0.80,0.90,1.0),r.z);
    float brake=on?(0.8+1.6*step(0.72,noise1(t*0.5+fi*9.0))):1.5;
    for(int s=0;s<2;s++){
      float sx=s==0?-0.72:0.72;vec2 q=project(vec3(lane+sx,0.72,z),cam);float R=coc*(0.80+3.2/z)+0.05/z;
      glow+=c*disc(uv-q,R,q)*energy*brake*f*(on?1.9:3.4);
      vec2 g=project(vec3(lane+sx,-0.75,z),cam);vec2 d=uv-g;
      refl+=c*f*brake*exp(-d.x*d.x/(R*R*0.9)-max(d.y,0.0)*max(d.y,0.0)/(R*R*5.0)-min(d.y,0.0)*min(d.y,0.0)/(R*R*20.0))*(on?0.09:0.15);
    }
  }
  // signals, far signs
  for(int i=0;i<14;i++){
    vec4 r=rndv4(vec2(float(i),71.0));float z=60.0+mod(float(i)*23.0-t*speed,190.0);vec2 q=project(vec3((r.x-0.5)*70.0,2.0+12.0*r.y,z),cam);
    vec3 c=r.z<0.4?vec3(0.15,1.0,0.62):(r.z<0.7?vec3(0.30,0.50,1.0):vec3(1.0,0.20,0.55));
    glow+=c*disc(uv-q,coc*(0.55+0.5*r.w),q)*energy*0.75*smoothstep(250.0,140.0,z);
  }
  // the wet surface breaks reflections into grain
  vec2 rp=vec2(uv.x/(0.02+abs(uv.y)),1.0/(0.03+abs(uv.y)));
  float wob=0.65+0.7*fbm(vec2(rp.x*2.5,rp.y*0.9+t*speed*0.35),3);
  col+=refl*road*wet*wob;
  col+=glow;
  // a few drops of rain on the windscreen, also bokeh
  for(int i=0;i<9;i++){vec4 r=rndv4(vec2(float(i),floor(t*0.35+float(i)*0.37)+200.0));float u=fract(t*0.35+float(i)*0.37);vec2 q=(r.xy-0.5)*vec2(1.9,1.1);float R=0.05+0.06*r.z;float l=length(uv-q);
    col*=1.0+0.10*wet*smoothstep(R,R*0.9,l)*smoothstep(0.0,0.1,u)*smoothstep(1.0,0.7,u)*(smoothstep(0.3*R,R,l)*2.0-0.6);}
  return col;
}
