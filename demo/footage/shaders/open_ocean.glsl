// open_ocean.glsl - low camera over open water. Stokes-profile wave trains, slope variance turned into glitter.
// @param float camH 2.6
// @param float pitch -0.055
// @param float drift 1.6
// @param float focal 1.25
// @param float sunEl 0.06
// @param float sunAz 0.12
// @param float swell 1.0
// @param float foam 0.25
// @param float cloud 0.55
// @param vec3 skyLow 1.10 0.46 0.20
// @param vec3 skyHigh 0.10 0.17 0.34
// @param vec3 sunCol 1.00 0.62 0.30
// @param vec3 water 0.010 0.055 0.070
// @param float sunPower 1.0
vec3 sunDir(){float c=cos(sunEl);return vec3(c*sin(sunAz),sin(sunEl),c*cos(sunAz));}
vec3 sky(vec3 d,bool disc){
  vec3 s=sunDir();float h=max(d.y,0.0);
  float m=max(dot(d,s),0.0);
  vec3 c=mix(skyLow,skyHigh,1.0-exp(-h*4.2));
  c+=sunCol*sunPower*(0.55*pow(m,6.0)*exp(-h*3.0)+0.9*pow(m,60.0)+1.6*pow(m,700.0));
  if(cloud>0.0){
    vec2 q=d.xz/(h+0.10)*vec2(0.55,0.85)+vec2(0.02*uTime,0.01*uTime);
    float n=fbm(q+0.8*vnoise(q*1.7),5);
    float n2=vnoise(q*3.1+vec2(0.0,0.35));
    float k=smoothstep(1.0-cloud,1.0-cloud+0.34,n+0.10*(n2-0.5))*smoothstep(0.0,0.09,h);
    float rim=smoothstep(0.75,0.15,k)*k*3.0;
    vec3 shade=mix(skyHigh*0.55+skyLow*0.10,skyLow*0.9+sunCol*0.25,0.25+0.75*pow(m,2.0)*exp(-h*2.2));
    vec3 cc=shade*(1.0-0.45*k)+sunCol*sunPower*rim*(0.15+1.3*pow(m,5.0));
    c=mix(c,cc,k*0.85);
  }
  if(disc){float a=acos(min(m,1.0));c+=sunCol*sunPower*26.0*smoothstep(0.022,0.016,a);}
  return c;
}
// wave trains: n of them; returns height, fills slope and the slope variance lost to filtering
float waves(vec2 p,float t,int n,float foot,out vec2 g,out float lost,out float crest){
  g=vec2(0.0);lost=0.0;crest=0.0;float h=0.0,k=0.13,a=0.62*swell;vec2 d=vec2(0.6,0.8);
  for(int i=0;i<n;i++){
    vec2 w=normalize(vec2(0.30,-1.0)*(1.15-0.03*float(i))+d);
    float ph=k*dot(w,p)-sqrt(9.8*k)*t*0.85+float(i)*1.7;
    float c=cos(ph),s=sin(ph),st=0.36;
    float keep=exp(-k*k*foot*foot*0.35);
    h+=a*keep*(c+0.5*st*(2.0*c*c-1.0));
    float dh=-a*k*s*(1.0+2.0*st*c);
    g+=w*dh*keep;lost+=0.5*a*a*k*k*(1.0-keep*keep);
    crest+=a*k*c*keep;
    d=vec2(-0.7374*d.x-0.6755*d.y,0.6755*d.x-0.7374*d.y);
    k*=1.33;a*=0.735;
  }
  return h;
}
vec3 scene(vec2 fc){
  vec2 uv=screen(fc);float t=uTime;
  vec2 hh=handheld(t,0.012);
  vec3 rd=lens(uv+hh,0.0,pitch,0.012*sin(t*0.5)+hh.x*0.4,focal);
  vec3 ro=vec3(0.0,camH+0.22*sin(t*0.8),t*drift);
  vec3 s=sunDir();
  vec3 col=sky(rd,true);
  if(rd.y<-0.0005){
    float top=1.5*swell;
    float t0=max((ro.y-top)/-rd.y,0.0),t1=(ro.y+top)/-rd.y;
    t1=min(t1,t0+400.0);
    vec2 g;float lost,cr;float px=1.0/(uRes.y*focal);
    float tt=t0,dt=(t1-t0)/14.0,prev=t0;
    for(int i=0;i<14;i++){
      tt=t0+dt*float(i+1);
      vec3 p=ro+rd*tt;
      float h=waves(p.xz,t,5,tt*px*2.0,g,lost,cr);
      if(p.y<h)break;prev=tt;
    }
    float lo=prev,hi=tt;
    for(int i=0;i<5;i++){float m=0.5*(lo+hi);vec3 p=ro+rd*m;if(p.y<waves(p.xz,t,5,m*px*2.0,g,lost,cr))hi=m;else lo=m;}
    tt=0.5*(lo+hi);
    vec3 p=ro+rd*tt;
    float foot=tt*px/max(0.06,-rd.y)*0.5;
    float h=waves(p.xz,t,19,foot,g,lost,cr);
    // capillary ripple
    float rk=exp(-foot*foot*60.0);
    vec3 r1=vnoiseD(p.xz*5.0+vec2(t*1.1,-t*1.6)),r2=vnoiseD(TURN*p.xz*11.0-vec2(t*1.9,t*0.7));
    g+=rk*0.035*(r1.yz+r2.yz*0.8);lost+=(1.0-rk)*0.004;
    vec3 n=normalize(vec3(-g.x,1.0,-g.y));
    float nv=max(dot(n,-rd),0.02);
    // far water: mean visible facet tilts to the viewer
    n=normalize(n-rd*0.35*sqrt(lost));
    float fr=0.02+0.98*pow(1.0-max(dot(n,-rd),0.0),5.0);
    fr=mix(fr,fr*0.62,sat(sqrt(lost)*3.0));
    vec3 r=reflect(rd,n);r.y=abs(r.y)+0.35*sqrt(lost)+0.01;r=normalize(r);
    vec3 refl=sky(r,false);
    // body color: light through the wave tops
    float through=pow(max(dot(rd,s),0.0),3.0)*smoothstep(-0.4,1.4,h/swell)*1.0;
    vec3 body=water*(0.7+0.5*h/swell)*(skyHigh+skyLow*0.6)*2.2+water*sunCol*sunPower*2.6*through;
    col=mix(body,refl,fr);
    // glitter
    vec3 hv=normalize(s-rd);
    vec2 sl=hv.xz/hv.y+g;float var=0.0009+lost*0.8;
    float gl=exp(-dot(sl,sl)/(2.0*var))/(TAU*var);
    col+=sunCol*sunPower*gl*0.11*(0.02+0.98*pow(1.0-max(dot(hv,-rd),0.0),5.0))*smoothstep(-0.02,0.05,s.y+0.04)*2.2;
    // foam: thin broken streaks on the crests, dragged along the wind
    float f=smoothstep(0.55,1.30,cr*1.9+0.9*(fbm(p.xz*0.10+vec2(0.0,t*0.1),3)-0.3));
    vec2 fq=p.xz*vec2(0.9,0.45)+0.9*vec2(fbm(p.xz*0.7+t*0.1,3),fbm(p.xz*0.7+vec2(9.0,t*0.1),3))+vec2(0.15*t,-0.35*t);
    float fine=fbm(fq*3.1,5);
    vec4 ce=cells(fq*1.6);
    float lace=smoothstep(0.50,0.72,fine+0.26*f)*(0.35+0.65*smoothstep(0.30,0.02,ce.y-ce.x-0.12*f))*f;
    col=mix(col,(skyHigh*0.9+skyLow*0.45+sunCol*sunPower*0.16)*0.8,sat(lace*foam*2.2)*0.9);
    // air
    float fog=1.0-exp(-tt*0.0011);
    vec3 hz=sky(normalize(vec3(rd.x,0.012,rd.z)),false);
    col=mix(col,hz,fog*0.85);
  }
  return col;
}
