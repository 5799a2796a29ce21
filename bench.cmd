@echo off
rem Runs TwoHop's command line on Windows, building it first when it is missing or older than its sources.
rem See the comments in "bench", which this follows but for its lock: do not start two while one builds.
setlocal
set "ROOT=%~dp0"
set "ROOT=%ROOT:~0,-1%"
set "JAR=%ROOT%\bench-cli\target\bench.jar"
set "LOG=%ROOT%\target\bench-build.log"

set "JAVA=java.exe"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
where /q java.exe
if not defined JAVA_HOME if errorlevel 1 goto nojava
if defined JAVA_HOME if not exist "%JAVA%" goto nojava

if not exist "%JAR%" goto build
powershell -noprofile -command "$built = (Get-Item -LiteralPath $env:JAR).LastWriteTime; $newer = Get-ChildItem -LiteralPath $env:ROOT -Recurse -File | Where-Object { $path = $_.FullName.Substring($env:ROOT.Length); $_.LastWriteTime -gt $built -and $path -match '\\src\\|\\pom\.xml$' -and $path -notmatch '\\src\\test\\|\\target\\' } | Select-Object -First 1; if ($newer) { exit 1 }"
if not errorlevel 1 goto run

:build
echo building bench.jar (once; takes about a minute)... >&2
if not exist "%ROOT%\target" mkdir "%ROOT%\target"
call "%ROOT%\mvnw.cmd" -q -B -ntp -f "%ROOT%\pom.xml" -pl bench-cli -am -DskipTests -Dspotless.check.skip package >"%LOG%" 2>&1
set "STATUS=%ERRORLEVEL%"
if "%STATUS%"=="0" if not exist "%JAR%" set "STATUS=1"
if not "%STATUS%"=="0" goto failed
rem Maven leaves a jar alone that would not change, so its time is set by hand.
powershell -noprofile -command "(Get-Item -LiteralPath $env:JAR).LastWriteTime = Get-Date"

:run
rem A collector that is set for every JVM would conflict with this one.
set "COLLECTOR=-XX:+UseSerialGC"
set | findstr /r /c:"^JAVA_TOOL_OPTIONS=.*-XX:+Use.*GC" /c:"^JDK_JAVA_OPTIONS=.*-XX:+Use.*GC" /c:"^_JAVA_OPTIONS=.*-XX:+Use.*GC" /c:"^TWOHOP_JAVA_OPTS=.*-XX:+Use.*GC" >nul
if not errorlevel 1 set "COLLECTOR="
"%JAVA%" -XX:TieredStopAtLevel=1 %COLLECTOR% -Xshare:auto -Xmx512m %TWOHOP_JAVA_OPTS% "-Dtwohop.home=%ROOT%" -jar "%JAR%" %*
exit /b %ERRORLEVEL%

:failed
type "%LOG%" >&2
echo bench: the build failed; all it said is in "%LOG%" >&2
exit /b %STATUS%

:nojava
echo bench: found no Java. Install a JDK of version 17 or newer, and put it on the PATH or name it in JAVA_HOME. >&2
exit /b 2
